/* As much of SQLite as its tokenizer and its parser look at, without what the parser's rules do. */
#pragma once
#include "parse.h"
#include <assert.h>
#include <ctype.h>
#include <string.h>

typedef unsigned char u8;
typedef short i16;
typedef long long i64;

#define SQLITE_ASCII 1
#define SQLITE_PRIVATE
#define SQLITE_DIGIT_SEPARATOR '_'
#define SQLITE_OK 0
#define SQLITE_ERROR 1
#define TK_SPACE 1000
#define TK_ILLEGAL 1001
#define testcase(condition)
#define deliberate_fall_through
#define ALWAYS(condition) (condition)
#define NEVER(condition) (condition)
#define UNUSED_PARAMETER(name) (void)(name)
#define sqlite3Isspace(byte) ((byte) == ' ' || ((byte) >= '\t' && (byte) <= '\r'))
#define sqlite3Isdigit(byte) ((byte) >= '0' && (byte) <= '9')
#define sqlite3Isxdigit(byte) (isxdigit((unsigned char)(byte)) != 0)

/* Letters, small; nothing else begins or ends a keyword. */
static const unsigned char sqlite3UpperToLower[256] = {
    ['A'] = 'a', ['B'] = 'b', ['C'] = 'c', ['D'] = 'd', ['E'] = 'e', ['F'] = 'f', ['G'] = 'g', ['H'] = 'h', ['I'] = 'i',
    ['J'] = 'j', ['K'] = 'k', ['L'] = 'l', ['M'] = 'm', ['N'] = 'n', ['O'] = 'o', ['P'] = 'p', ['Q'] = 'q', ['R'] = 'r',
    ['S'] = 's', ['T'] = 't', ['U'] = 'u', ['V'] = 'v', ['W'] = 'w', ['X'] = 'x', ['Y'] = 'y', ['Z'] = 'z',
    ['a'] = 'a', ['b'] = 'b', ['c'] = 'c', ['d'] = 'd', ['e'] = 'e', ['f'] = 'f', ['g'] = 'g', ['h'] = 'h', ['i'] = 'i',
    ['j'] = 'j', ['k'] = 'k', ['l'] = 'l', ['m'] = 'm', ['n'] = 'n', ['o'] = 'o', ['p'] = 'p', ['q'] = 'q', ['r'] = 'r',
    ['s'] = 's', ['t'] = 't', ['u'] = 'u', ['v'] = 'v', ['w'] = 'w', ['x'] = 'x', ['y'] = 'y', ['z'] = 'z',
};

/* Which bytes belong into names. */
static const unsigned char sqlite3CtypeMap[256] = {
    ['0' ... '9'] = 0x04, ['A' ... 'Z'] = 0x02, ['a' ... 'z'] = 0x02, ['_'] = 0x40, ['$'] = 0x40, [0x80 ... 0xff] = 0x40,
};
