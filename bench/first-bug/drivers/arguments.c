/* Standard input as arguments separated by NUL, for AFL++. The program is compiled with -Dmain=program_main. */
#include <stdio.h>
#include <string.h>

int program_main(int argc, char **argv);

enum { ARGUMENTS = 8 };

int main(void) {
    static char text[4097];
    char *argv[ARGUMENTS + 2] = {(char *)"program"};
    int argc = 1;
    size_t size = fread(text, 1, sizeof text - 1, stdin);
    for (char *word = text; word <= text + size && argc <= ARGUMENTS; word += strlen(word) + 1)
        argv[argc++] = word;
    return program_main(argc, argv);
}
