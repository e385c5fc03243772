package io.weir.server.rest;

import io.weir.server.answer.HttpReply;
import io.weir.server.request.TableRequest;
import java.util.Locale;

/**
 * The client's wish to get back a created resource: {@code Prefer: return-content} or
 * {@code return-no-content}.
 */
enum Preference {
  /** No preference. The response contains the resource and no {@code Preference-Applied} header. */
  NONE,
  RETURN_CONTENT,
  RETURN_NO_CONTENT;

  /** Parses the {@code Prefer} header. An unknown preference is ignored. */
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

  /** Adds the {@code Preference-Applied} header if the client sent a preference. */
  HttpReply acknowledge(HttpReply reply) {
    return this == NONE ? reply : reply.with("Preference-Applied", header());
  }

  private String header() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
