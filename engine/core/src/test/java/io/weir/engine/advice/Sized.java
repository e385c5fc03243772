package io.weir.engine.advice;

import io.weir.api.entity.Entity;

/** Entities of given sizes. */
final class Sized {

  private Sized() {}

  /** Returns an entity of so many bytes in its encoded form, some hundred to 32 KiB. */
  static Entity entity(int bytes) {
    var one = of(1_000).encoded().length - 1_000;
    return of(bytes - one);
  }

  private static Entity of(int chars) {
    return Entity.builder("p", "1").set("Text", "x".repeat(chars)).build();
  }
}
