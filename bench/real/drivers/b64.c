/* Four bytes to base64 and back; then six arbitrary bytes taken for base64. */
#include <assert.h>
#include <b64/cdecode.h>
#include <b64/cencode.h>
#include <klee/klee.h>

int main(void) {
    char plain[4], coded[16], back[16], noise[6];
    base64_encodestate out;
    base64_decodestate in;
    klee_make_symbolic(plain, sizeof plain, "plain");
    base64_init_encodestate(&out);
    int length = base64_encode_block(plain, sizeof plain, coded, &out);
    length += base64_encode_blockend(coded + length, &out);
    base64_init_decodestate(&in);
    int decoded = base64_decode_block(coded, length, back, &in);
    assert(decoded == 4 && back[0] == plain[0] && back[3] == plain[3]);
    klee_make_symbolic(noise, sizeof noise, "noise");
    base64_init_decodestate(&in);
    base64_decode_block(noise, sizeof noise, back, &in);
    return 0;
}
