package io.weir.server.rest;

import io.weir.server.answer.HttpReply;
import io.weir.server.request.TableRequest;
import java.util.Locale;

/** Whether a client wants what it created sent back: {@code Prefer: return-content | return-no-content}. */
enum Preference {
  /** Not said: it is sent back, and nothing is said about it. */
  NONE,
  RETURN_CONTENT,
  RETURN_NO_CONTENT;

  /** What the client said; a preference that is not known is none. */
  static Preference of(TableRequest request) {
    var value = request.header("Prefer").strip().toLowerCase(Locale.ROOT);
    for (var preference : values()) {
      if (preference != NONE && preference.header().equals(value)) {
        return preference;
      }
    }
    return NONE;
  }

  boolean isContentWanted() {
    return this != RETURN_NO_CONTENT;
  }

  /** Tells the client that its wish was granted. */
  HttpReply acknowledge(HttpReply reply) {
    return this == NONE ? reply : reply.with("Preference-Applied", header());
  }

  private String header() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
