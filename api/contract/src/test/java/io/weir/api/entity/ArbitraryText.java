package io.weir.api.entity;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Texts that mix characters of one to four bytes and often share a prefix. */
final class ArbitraryText {

  private static final String[] CHARACTERS = {
    " ",
    "a",
    "b",
    "~",
    "\u00A0",
    "é",
    "\u07FF",
    "\u0800",
    "\uD7FF",
    "😀",
    "😁",
    "\uDBFF\uDFFF",
    "\uE000",
    "\uFF5A",
    "\uFFFF"
  };

  private ArbitraryText() {}

  static Arbitrary<String> wellFormed() {
    return Arbitraries.of(CHARACTERS).list().ofMaxSize(5).map(parts -> String.join("", parts));
  }

  static Arbitrary<EntityKey> keys() {
    return Combinators.combine(wellFormed(), wellFormed()).as(EntityKey::new);
  }
}
