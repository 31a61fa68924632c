"""The programs of bench/real: their source packages, which files belong to them, and what is to be made before they compile.

A file `driver:NAME` is ours, below drivers/; the others are below the package's folder. `shims:NAME` among clang's words is a
folder of ours with the headers that the package's build would write.
"""

import re
import subprocess

# What NetBSD's headers define for every file.
BSD = ["-D", "__COPYRIGHT(text)=", "-D", "__RCSID(text)="]
# They give up the rights of their group first, which is not done to the system that they are tested on.
GROUPS = ["--external-calls", "over-approx"]


def fuzzed(most):
    """Options for a driver that is given bytes, this many at most."""
    return ["--entry", "LLVMFuzzerTestOneInput", "--ptr-size", str(most)]


def below(folder, names):
    return [f"{folder}/{name}.c" for name in names.split()]


# name: (source package, files, words for clang, options of the run)
TARGETS = {
    "cjson": ("cjson", ["driver:cjson.c", "cJSON.c"], ["-I."], []),
    "jsmn": ("jsmn", ["driver:jsmn.c"], ["-I."], []),
    "base64": ("libb64", ["driver:b64.c", "src/cencode.c", "src/cdecode.c"], ["-Iinclude"], []),
    "glob": ("musl", ["driver:fnmatch.c", "src/regex/fnmatch.c"], ["shims:", "-D", "_GNU_SOURCE"], []),
    "date": ("musl", ["driver:strptime.c", "src/time/strptime.c"], ["-D", "hidden="], []),
    "expression": ("musl", ["driver:plural.c", "src/locale/pleval.c"], ["-D", "hidden="], []),
    "csv": ("libcsv", ["driver:csv.c", "libcsv.c"], ["-I."], []),
    "utf8": ("utf8proc", ["driver:utf8.c", "utf8proc.c"], ["-I."], []),
    "regex": (
        "tre",
        ["driver:regex.c", *below("lib", "regcomp regexec regerror tre-ast tre-compile tre-match-backtrack tre-match-parallel "
                                         "tre-mem tre-parse tre-stack xmalloc")],
        ["-Ilib", "shims:", "-D", "TRE_REGEX_T_FIELD=value", "-D", "NDEBUG"],
        [],
    ),
    "caesar": ("bsdgames", ["caesar/caesar.c"], BSD, [*GROUPS, "--sym-stdin", "8"]),
    "morse": ("bsdgames", ["morse/morse.c"], BSD, [*GROUPS, "--sym-stdin", "5"]),
    "number": ("bsdgames", ["number/number.c"], BSD, [*GROUPS, "--sym-args", "1", "2", "6"]),
    "pig": ("bsdgames", ["pig/pig.c"], BSD, [*GROUPS, "--sym-stdin", "4"]),
    "yaml": (
        "libyaml",
        ["driver:yaml.c", *below("src", "api parser reader scanner")],
        ["-Iinclude", "-Isrc", "-D", 'YAML_VERSION_STRING="0"', "-D", "YAML_VERSION_MAJOR=0", "-D", "YAML_VERSION_MINOR=0",
         "-D", "YAML_VERSION_PATCH=0"],
        fuzzed(64),
    ),
    "expat": ("expat", ["driver:expat.c", *below("expat/lib", "xmlparse xmlrole xmltok")], ["-Iexpat/lib", "shims:expat"], fuzzed(64)),
    "inflate": ("zlib", ["driver:inflate.c", *below(".", "adler32 crc32 inffast inflate inftrees zutil")], ["-I."], fuzzed(64)),
    "deflate": ("zlib", ["driver:deflate.c", *below(".", "adler32 crc32 deflate trees zutil")], ["-I."], fuzzed(64)),
    "lz4": ("lz4", ["driver:lz4.c", "lib/lz4.c"], ["-Ilib"], fuzzed(64)),
    "lua": (
        "lua5.4",
        ["driver:lua.c", *below("src", "lapi lauxlib lcode lctype ldebug ldo ldump lfunc lgc llex lmem lobject lopcodes lparser "
                                       "lstate lstring ltable ltm lundump lvm lzio")],
        # Hashes of texts would depend on the time of day otherwise.
        ["-Isrc", "-D", "luai_makeseed(state)=1"],
        fuzzed(64),
    ),
    "sqlite": ("sqlite3", ["driver:sqlite.c"], ["-I.", "shims:sqlite", "-D", "SQLITE_OMIT_WINDOWFUNC"], fuzzed(64)),
    "http": ("http-parser", ["driver:http.c", "http_parser.c"], ["-I."], fuzzed(64)),
    "mujs": (
        "mujs",
        ["driver:mujs.c", *below(".", "jscompile jsdtoa jserror jsgc jsintern jslex jsparse jsproperty jsrun jsstate jsvalue regexp utf")],
        ["-I."],
        fuzzed(64),
    ),
    "bc": (
        "bc",
        [*below("bc", "bc execute global load main scan storage util warranty"), *below("lib", "getopt getopt1 number")],
        ["-Ih", "-Ibc", "shims:bc", "-D", "HAVE_CONFIG_H"],
        [],
    ),
    "printf": ("musl", ["driver:printf.c", "src/stdio/vfprintf.c"], ["shims:musl", "-D", "NL_ARGMAX=9"], fuzzed(32)),
    "strtod": (
        "musl",
        ["driver:strtod.c"],
        ["shims:musl", "-Isrc/internal"],
        fuzzed(32),
    ),
    "jansson": (
        "jansson",
        ["driver:jansson.c", *below("src", "dump error hashtable hashtable_seed load memory strbuffer strconv utf value")],
        ["-Isrc", "shims:jansson", "-D", "HAVE_STDINT_H=1"],
        fuzzed(64),
    ),
    "yajl": (
        "yajl",
        ["driver:yajl.c", *below("src", "yajl yajl_alloc yajl_buf yajl_encode yajl_gen yajl_lex yajl_parser")],
        ["-Isrc", "shims:yajl"],
        fuzzed(64),
    ),
    "lzf": ("liblzf", ["driver:lzf.c", "lzf_c.c", "lzf_d.c"], ["-I."], fuzzed(64)),
    "bzip2": (
        "bzip2",
        ["driver:bzip2.c", *below(".", "blocksort bzlib compress crctable decompress huffman randtable")],
        ["-I.", "-D", "BZ_NO_STDIO"],
        fuzzed(64),
    ),
    "cmark": (
        "cmark",
        ["driver:cmark.c", *below("src", "blocks buffer cmark cmark_ctype houdini_href_e houdini_html_e houdini_html_u html inlines "
                                         "iterator node references scanners utf8")],
        ["-Isrc", "shims:cmark"],
        fuzzed(64),
    ),
    "mxml": ("mxml", ["driver:mxml.c", *below(".", "mxml-attr mxml-entity mxml-file mxml-get mxml-node mxml-private mxml-search "
                                                   "mxml-set mxml-string")],
             ["-I.", "shims:mxml", "-D", "_GNU_SOURCE"], fuzzed(64)),
    "msgpack": ("msgpack-c", ["driver:msgpack.c", *below("src", "objectc unpack version vrefbuffer zone")], ["-Iinclude"], fuzzed(64)),
    "gif": ("giflib", ["driver:gif.c", *below(".", "dgif_lib gif_err gif_hash gifalloc openbsd-reallocarray")], ["-I."], fuzzed(64)),
    "minilzo": ("lzo2", ["driver:minilzo.c", "minilzo/minilzo.c"], ["-Iminilzo", "-Iinclude/lzo"], fuzzed(64)),
    "png": ("lodepng", ["driver:png.c", "lodepng.c"], ["-I.", "-D", "LODEPNG_NO_COMPILE_DISK", "-D", "LODEPNG_NO_COMPILE_ENCODER"],
            fuzzed(96)),
}


def msgpack(folder):
    """Fills in the byte order of two headers, as its CMake does."""
    for template in (folder / "cmake").glob("*.h.in"):
        text = template.read_text().replace("@MSGPACK_ENDIAN_BIG_BYTE@", "0").replace("@MSGPACK_ENDIAN_LITTLE_BYTE@", "1")
        (folder / "include" / "msgpack" / template.name[:-3]).write_text(text)


def png(folder):
    """It is C, whatever its name says."""
    (folder / "lodepng.c").write_text((folder / "lodepng.cpp").read_text())


def sqlite(folder):
    """The keywords, the tokenizer without the parser's caller, and the parser of the grammar without what its rules do."""
    def run(*command, **more):
        return subprocess.run(command, cwd=folder, check=True, capture_output=True, **more).stdout

    run("cc", "-w", "-o", "mkkeywordhash", "tool/mkkeywordhash.c")
    (folder / "keywordhash.h").write_bytes(run("./mkkeywordhash"))
    tokenizer = (folder / "src" / "tokenize.c").read_text()
    (folder / "token.c").write_text(tokenizer.partition("/*\n** Run the parser on the given SQL")[0])
    grammar = re.sub(r"/\*.*?\*/", "", (folder / "src" / "parse.y").read_text(), flags=re.S)
    depth, bare = 0, []
    for character in grammar:
        depth -= character == "}"
        if depth == 0 and character not in "{}":
            bare.append(character)
        depth += character == "{"
    bare = re.sub(r"(?m)^\s*%(include|type|destructor|token_type|extra_context|syntax_error|stack_overflow|default_type|token_destructor"
                  r"|default_destructor|parse_failure)\b.*$", "", "".join(bare))
    (folder / "grammar.y").write_text(re.sub(r"(?<=\w|\])\([A-Z]\w*\)", "", bare))
    run("cc", "-w", "-o", "lemon", "tool/lemon.c")
    run("./lemon", "-q", "-Ttool/lempar.c", "grammar.y")
    (folder / "parse.h").write_text((folder / "grammar.h").read_text())


# What is done once, after a package was fetched.
PREPARE = {"lodepng": png, "msgpack-c": msgpack, "sqlite3": sqlite}
