package io.weir.server.request;

import java.util.Optional;

/** The operation of a request, after {@code X-HTTP-Method} is applied. */
public enum Verb {
  GET,
  HEAD,
  POST,
  PUT,
  /** The older spelling of {@link #PATCH}. */
  MERGE,
  PATCH,
  DELETE,
  OPTIONS;

  /**
   * Returns whether the request changes nothing. {@link #HEAD} is a {@link #GET} without the body.
   */
  public boolean isRead() {
    return this == GET || this == HEAD;
  }

  /** Returns whether the request merges properties into a stored entity. */
  public boolean isMerge() {
    return this == MERGE || this == PATCH;
  }

  public static Optional<Verb> of(String method) {
    for (var verb : values()) {
      if (verb.name().equals(method)) {
        return Optional.of(verb);
      }
    }
    return Optional.empty();
  }
}
