package io.weir.client.typed;

import org.jspecify.annotations.Nullable;

/**
 * A value that is no entity, or an entity that is no value of the type asked for. Trying again does not help: the type, or what is
 * stored, has to change.
 */
public final class MappingException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  MappingException(String text, String facts, @Nullable Throwable cause) {
    super(text + " " + facts, cause);
  }
}
