// What clang's SSE2 header turns into intrinsics.
#include <emmintrin.h>
#include <stdio.h>

static volatile int one = 1;

static void show(__m128i v) {
    unsigned char bytes[16];
    _mm_storeu_si128((__m128i *)bytes, v);
    for (int i = 0; i < 16; i++) printf("%x ", bytes[i]);
    printf("\n");
}

int main(void) {
    __m128i a = _mm_set_epi32(one * 0x12345678, -5 * one, 70000 * one, 0x7fff8001);
    __m128i b = _mm_set_epi16(1, -2, 300, -400, 32767, -32768, 7, (short)one);
    show(_mm_add_epi32(a, b)); show(_mm_sub_epi16(a, b)); show(_mm_mullo_epi16(a, b));
    show(_mm_adds_epu8(a, b)); show(_mm_subs_epi16(a, b));
    show(_mm_packs_epi32(a, b)); show(_mm_packs_epi16(a, b)); show(_mm_packus_epi16(a, b));
    show(_mm_avg_epu8(a, b)); show(_mm_avg_epu16(a, b));
    show(_mm_madd_epi16(a, b)); show(_mm_mulhi_epi16(a, b)); show(_mm_mulhi_epu16(a, b)); show(_mm_mul_epu32(a, b));
    show(_mm_sad_epu8(a, b)); show(_mm_max_epi16(a, b)); show(_mm_min_epu8(a, b));
    show(_mm_slli_epi32(a, 3)); show(_mm_srli_epi16(a, one + 4)); show(_mm_srai_epi32(a, 40)); show(_mm_slli_epi64(a, 64));
    show(_mm_sll_epi32(a, _mm_set_epi64x(9, 5 * one))); show(_mm_sra_epi16(a, _mm_set_epi64x(0, 3)));
    show(_mm_slli_si128(a, 3)); show(_mm_unpackhi_epi8(a, b)); show(_mm_shuffle_epi32(a, 0x1b)); show(_mm_cmpgt_epi8(a, b));
    printf("%d %d\n", _mm_movemask_epi8(_mm_cmpeq_epi8(a, b)), _mm_movemask_epi8(a));
    __m128 f = _mm_set_ps(1.5f, -2.5f, 3.5f * one, 1e20f), g = _mm_set_ps(-1.5f, 2.5f, 0.0f, 2.0f);
    __m128 m = _mm_max_ps(f, g), n = _mm_min_ss(f, g);
    show(_mm_castps_si128(m)); show(_mm_castps_si128(n)); show(_mm_castps_si128(_mm_sqrt_ps(_mm_mul_ps(f, f))));
    printf("%d %d %d %d\n", _mm_cvtss_si32(g), _mm_cvttss_si32(f), _mm_movemask_ps(f), _mm_comilt_ss(g, f));
    __m128d d = _mm_set_pd(2.5 * one, -3.5);
    printf("%d %d %d %d\n", _mm_cvtsd_si32(d), _mm_cvttsd_si32(d), _mm_ucomineq_sd(d, d), _mm_movemask_pd(d));
    return 0;
}
