package io.weir.server.request;

import java.util.Optional;

/** What a request asks to be done, {@code X-HTTP-Method} already applied. */
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

  /** Whether the request changes nothing; {@link #HEAD} is a {@link #GET} whose body is left out. */
  public boolean isRead() {
    return this == GET || this == HEAD;
  }

  /** Whether properties are merged into a stored entity. */
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
