package io.weir.api.json;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Members of an entity's object that are about the entity instead of in it; their values are texts. Belongs to one call. */
final class Asides {

  private final Predicate<String> names;
  private final Map<String, String> texts = new HashMap<>();

  private Asides(Predicate<String> names) {
    this.names = names;
  }

  static Asides none() {
    return new Asides(name -> false);
  }

  /** Those with such names. */
  static Asides of(Predicate<String> names) {
    return new Asides(names);
  }

  Map<String, String> texts() {
    return texts;
  }

  boolean include(String name) {
    return names.test(name);
  }

  /** Takes a member; the parser stands before its value. */
  void take(JsonParser json, String name) {
    if (json.nextToken() != JsonToken.VALUE_STRING) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT, "member=" + TypedProperty.shown(name) + " expected=string");
    }
    if (texts.putIfAbsent(name, json.getString()) != null) {
      throw new InvalidRequestException(
          ErrorCode.DUPLICATE_PROPERTIES_SPECIFIED, "name=" + TypedProperty.shown(name));
    }
  }

  /** Forgets what was taken: the walk begins again. */
  void clear() {
    texts.clear();
  }
}
