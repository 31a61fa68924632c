//! Structures as parameters and results: small ones in registers, large ones in memory. What a function does to its copy
//! the caller does not see.

use super::Writer;
use super::features::Feature;
use super::scope::Type;

impl Writer {
    /// Two functions, one for each size; they ask for no input.
    pub fn functions_by_value(&mut self) {
        if !self.features.has(Feature::ByValue) {
            return;
        }
        let (small, large) = (self.global_name("f"), self.global_name("f"));
        let [a, b, c, d] = [0; 4].map(|_: i32| self.random.between(0, 4));
        self.block(&format!("static struct pair {small}(struct pair p, int n)"), |writer| {
            writer.line(&format!("p.a = (p.a & 31) + n - {a};"));
            writer.line(&format!("if (n > {b} - 2)"));
            writer.line(&format!("  p.c = p.b, p.b = n * {c};"));
            writer.line("return p;");
        });
        self.block(&format!("static struct wide {large}(struct wide v, struct pair p, int n)"), |writer| {
            writer.line(&format!("v.v[n & 1] = (v.v[2] + p.a) & 31 ^ {d};"));
            writer.line(&format!("v.p = {small}(p, n + v.p.b % 3);"));
            writer.line("return v;");
        });
        self.by_value = Some((small, large));
    }

    pub fn call_by_value(&mut self) -> Option<()> {
        let (small, large) = self.by_value.clone()?;
        let n = format!("{} & 3", self.value());
        let pair = self.any_pair();
        match self.random.below(6) {
            0 | 1 => {
                let wide = self.any_wide()?;
                self.line(&format!("{wide}.p = {small}({pair}, {n});"));
            }
            2 => {
                let (to, field) = (self.any_variable()?.name, *self.random.pick(&["a", "b", "c"]));
                self.line(&format!("{to} = {small}({pair}, {n}).{field};"));
            }
            3 => {
                let (to, from) = (self.any_wide()?, self.any_wide()?);
                self.line(&format!("{to} = {large}({from}, {pair}, {n});"));
            }
            4 => {
                let (to, from) = (self.any_variable()?.name, self.any_wide()?);
                let index = self.index_into(2);
                self.line(&format!("{to} = {large}({from}, {pair}, {n}).v[{index}];"));
            }
            _ => {
                let (to, value) = (self.any_wide()?, self.stored(Type::Int));
                let index = self.random.between(0, 2);
                self.line(&format!("{to}.v[{index}] = {value};"));
            }
        }
        Some(())
    }

    fn any_wide(&mut self) -> Option<String> {
        let index = self.index(self.scope.wides.len())?;
        Some(self.scope.wides[index].clone())
    }

    pub fn any_wide_field(&mut self) -> Option<String> {
        let wide = self.any_wide()?;
        let field = *self.random.pick(&["v[0]", "v[1]", "p.a", "p.b", "p.c"]);
        Some(format!("{wide}.{field}"))
    }

    /// A value of type `struct pair`.
    fn any_pair(&mut self) -> String {
        if let Some(index) = self.index(self.scope.pairs.len()) {
            return self.scope.pairs[index].name.clone();
        }
        match self.any_wide() {
            Some(wide) if self.random.chance(60) => format!("{wide}.p"),
            _ => format!("(struct pair){{{} & 7, 1, 2}}", self.leaf()),
        }
    }
}
