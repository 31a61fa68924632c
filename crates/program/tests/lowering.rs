//! The shape of lowered code: what becomes a register, which checks appear, what vanishes, where it comes from.

mod source;

use program::OptLevel;
use program::ir::{Inst, ParamKind};
use source::{function_text, lower, lower_ll};

#[test]
fn light_puts_locals_into_registers_and_none_leaves_them_in_memory() {
    let code = "int gcd(int a, int b) { while (b) { int t = a % b; a = b; b = t; } return a; }";
    let light = function_text(&lower(code, OptLevel::Light), "gcd");
    assert!(!light.contains("alloca") && !light.contains("load"), "{light}");
    assert!(light.contains(" with "), "phis are copies on edges:\n{light}");
    let none = function_text(&lower(code, OptLevel::None), "gcd");
    assert!(none.contains("alloca") && !none.contains(" with "), "{none}");
}

#[test]
fn a_variable_read_before_it_is_written_holds_one_arbitrary_value() {
    let code = "int f(int c) { int x; if (c) x = 1; return x; }";
    let text = function_text(&lower(code, OptLevel::Light), "f");
    assert!(text.contains("= undef32"), "{text}");
    assert!(text.contains("with %3 = 1") || text.contains("= 1"), "both ways meet in a phi:\n{text}");
}

#[test]
fn an_initialised_variable_costs_no_arbitrary_value() {
    let code = "int f(int n) { int sum = 0; for (int i = 0; i < n; i++) { int t = i * i; sum += t; } return sum; }";
    let text = function_text(&lower(code, OptLevel::Light), "f");
    assert!(!text.contains("undef"), "{text}");
}

#[test]
fn variables_around_setjmp_stay_in_memory() {
    let code = "#include <setjmp.h>\njmp_buf env; int f(void) { int x = 1; if (setjmp(env) == 0) { x = 5; longjmp(env, 1); } return x; }";
    let text = function_text(&lower(code, OptLevel::Light), "f");
    assert!(text.contains("alloca") && !text.contains(" with "), "{text}");
}

#[test]
fn subscripts_of_arrays_inside_objects_are_checked() {
    let code = "struct s { int n; char name[8]; int tail; };
        int table[3][4]; int flat[5];
        char member(struct s *p, int i) { return p->name[i]; }
        int row(int i, int j) { return table[i][j]; }
        int whole(int i) { return flat[i]; }
        char *address(struct s *p, int i) { return &p->name[i]; }
        int constant(struct s *p) { return p->name[7]; }
        int constant_bad(struct s *p) { return p->name[8]; }";
    for level in [OptLevel::None, OptLevel::Light] {
        let program = lower(code, level);
        let text = |name: &str| function_text(&program, name);
        assert!(text("member").contains(":64 < 8"), "{}", text("member"));
        assert_eq!(text("row").matches("check").count(), 1, "only the row:\n{}", text("row"));
        assert!(text("row").contains(":64 < 4"));
        assert!(!text("whole").contains("check"), "the object's own bounds: {}", text("whole"));
        assert!(text("address").contains(":64 <= 8"), "{}", text("address"));
        assert!(!text("constant").lines().any(|l| l.contains("check")));
        assert!(text("constant_bad").contains("check 8:64 < 8"), "{}", text("constant_bad"));
    }
}

#[test]
fn flexible_array_members_are_not_checked() {
    let code = "struct a { int n; char d[]; }; struct b { int n; char d[1]; }; struct c { char d[1]; int n; };
        int fa(struct a *p, int i) { return p->d[i]; }
        int fb(struct b *p, int i) { return p->d[i]; }
        int fc(struct c *p, int i) { return p->d[i]; }";
    let program = lower(code, OptLevel::Light);
    assert!(!function_text(&program, "fa").contains("check"));
    assert!(!function_text(&program, "fb").contains("check"));
    assert!(function_text(&program, "fc").contains("check"));
}

#[test]
fn elements_of_struct_arrays_are_checked_as_accesses() {
    let code =
        "struct e { int x, y; }; struct { struct e list[4]; int z; } all; int f(int i) { return all.list[i].y; }";
    assert!(function_text(&lower(code, OptLevel::Light), "f").contains(":64 < 4"));
}

#[test]
fn code_that_may_be_optimised_is_checked_only_where_it_accesses() {
    // The address is computed in a block without access: a hoisted one must not raise an alarm.
    let hoisted = "define i32 @f(ptr %p, i64 %i, i1 %c) {
          %a = getelementptr inbounds [4 x i32], ptr %p, i64 0, i64 %i
          br i1 %c, label %yes, label %no
        yes:
          %v = load i32, ptr %a
          ret i32 %v
        no:
          ret i32 0
        }";
    assert!(!function_text(&lower_ll(hoisted, OptLevel::None), "f").contains("check"));
    let in_place = "define i32 @f(ptr %p, i64 %i) {
          %a = getelementptr inbounds [4 x i32], ptr %p, i64 0, i64 %i
          %v = load i32, ptr %a
          ret i32 %v
        }";
    assert!(function_text(&lower_ll(in_place, OptLevel::None), "f").contains("check"));
}

#[test]
fn aggregates_become_scalars() {
    let code = "define i64 @f({ i64, i64 } %p) {
          %a = extractvalue { i64, i64 } %p, 0
          %q = insertvalue { i64, i64 } %p, i64 7, 1
          %b = extractvalue { i64, i64 } %q, 1
          %s = add i64 %a, %b
          ret i64 %s
        }";
    let program = lower_ll(code, OptLevel::None);
    let function = program.function(program.find("f").unwrap());
    assert_eq!(function.params.len(), 2);
    assert_eq!(function.blocks[0].insts.len(), 1, "only the addition is left");
}

#[test]
fn parameters_have_names_and_kinds() {
    let code = "struct big { long a[5]; }; double f(int count, const char *text, double x, struct big b) { return x; }";
    let program = lower(code, OptLevel::Light);
    let params = &program.function(program.find("f").unwrap()).params;
    let names: Vec<_> = params.iter().map(|p| p.name.as_str()).collect();
    assert_eq!(names, ["count", "text", "x", "b"]);
    let kinds: Vec<_> = params.iter().map(|p| p.kind).collect();
    assert_eq!(
        kinds,
        [ParamKind::Integer, ParamKind::Pointer, ParamKind::Float, ParamKind::ByVal { size: 40, align: 8 }]
    );
}

#[test]
fn every_instruction_knows_its_line() {
    let code = "int f(int a, int b)\n{\n  int q = a / b;\n  return q\n    + 1;\n}\n";
    let program = lower(code, OptLevel::Light);
    let function = program.function(program.find("f").unwrap());
    let block = &function.blocks[0];
    assert_eq!(block.locs.len(), block.insts.len() + 1);
    let division = block.insts.iter().position(|inst| matches!(inst, Inst::Bin { .. })).unwrap();
    assert!(program.place(block.locs[division]).ends_with("input.c:3"));
    assert!(program.place(function.loc).ends_with("input.c:1"));
}

#[test]
fn initial_values_hold_addresses() {
    let code = "int f(void) { return 0; } int x = 7; int *p = &x; int (*g)(void) = f; const char *s = \"hi\";";
    let program = lower(code, OptLevel::Light);
    let global = |name: &str| program.globals.iter().find(|g| g.name == name).unwrap();
    let word = |bytes: &[u8]| {
        let mut all = [0; 8];
        all[..bytes.len()].copy_from_slice(bytes);
        u64::from_le_bytes(all)
    };
    assert_eq!(word(&global("p").init), global("x").address);
    let f = program.find("f").unwrap();
    assert_eq!(program.function_at(word(&global("g").init)), Some(f));
    let literal = program.globals.iter().find(|g| g.address == word(&global("s").init)).unwrap();
    assert!(literal.read_only && literal.init == b"hi" && literal.size == 3);
}

#[test]
fn constructors_run_by_priority_and_destructors_in_reverse() {
    let code = "__attribute__((constructor(300))) void c(void) {} __attribute__((constructor(200))) void b(void) {}
        __attribute__((destructor(200))) void y(void) {} __attribute__((destructor(300))) void x(void) {}";
    let program = lower(code, OptLevel::Light);
    let names = |list: &[program::ir::FuncId]| {
        list.iter().map(|&id| program.function(id).name.clone()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(names(&program.constructors), "b c");
    assert_eq!(names(&program.destructors), "x y");
}

#[test]
fn what_cannot_be_run_says_so_where_it_stands() {
    let code = "int f(int x) { int r; __asm__(\"bsrl %1, %0\" : \"=r\"(r) : \"r\"(x)); return r; }";
    let text = function_text(&lower(code, OptLevel::Light), "f");
    assert!(text.contains("unsupported: inline assembly `bsrl"), "{text}");
    let wide = "define i256 @f(i256 %a) { %b = mul i256 %a, %a\n ret i256 %b }
        define i32 @g() { ret i32 1 }";
    let program = lower_ll(wide, OptLevel::None);
    assert!(function_text(&program, "f").contains("integer of 256 bits"));
    assert!(!function_text(&program, "g").contains("unsupported"));
}

#[test]
fn intrinsics_of_the_mathematical_library_are_calls() {
    let code = "declare double @llvm.sin.f64(double)
        define double @f(double %x) { %r = call double @llvm.sin.f64(double %x)\n ret double %r }";
    let program = lower_ll(code, OptLevel::None);
    assert!(function_text(&program, "f").contains("call sin("));
    let sin = program.function(program.find("sin").unwrap());
    assert!(sin.is_declaration() && sin.returns == [64] && sin.params[0].kind == ParamKind::Float);
}

#[test]
fn wide_constants_keep_all_their_bits() {
    let code = "define i128 @f() { ret i128 -170141183460469231731687303715884105728 }
        define x86_fp80 @g() { ret x86_fp80 0xK4000C800000000000000 }
        define i100 @h() { ret i100 -1 }";
    let program = lower_ll(code, OptLevel::None);
    assert!(function_text(&program, "f").contains("return 0x80000000000000000000000000000000"));
    assert!(function_text(&program, "g").contains("return 0x4000c800000000000000"));
    assert!(function_text(&program, "h").contains("return 0xfffffffffffffffffffffffff"));
}

#[test]
fn exceptions_are_not_followed() {
    let code = "declare i32 @may_throw()
        declare i32 @personality(...)
        define i32 @f() personality ptr @personality {
          %r = invoke i32 @may_throw() to label %ok unwind label %bad
        ok:
          ret i32 %r
        bad:
          %pad = landingpad { ptr, i32 } cleanup
          resume { ptr, i32 } %pad
        }";
    let program = lower_ll(code, OptLevel::None);
    let function = program.function(program.find("f").unwrap());
    assert_eq!(function.blocks.len(), 2);
    assert!(program.unsupported.is_empty());
}
