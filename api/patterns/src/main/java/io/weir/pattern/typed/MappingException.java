package io.weir.pattern.typed;

import org.jspecify.annotations.Nullable;

/**
 * A value that cannot become an entity, or an entity that cannot become a value of the type. A
 * repetition does not help: the type or the stored entity has to change.
 */
public final class MappingException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  MappingException(String text, String facts, @Nullable Throwable cause) {
    super(text + " " + facts, cause);
  }
}
