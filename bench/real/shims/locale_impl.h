/* musl's own view of locales; the parts used here need none of it. */
