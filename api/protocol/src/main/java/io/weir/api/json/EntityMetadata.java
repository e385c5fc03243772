package io.weir.api.json;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * The members of an entity's JSON object that describe the entity and are not its properties. Their values are strings. Belongs to
 * one call.
 */
final class EntityMetadata {

  private final Predicate<String> names;
  private final Map<String, String> texts = new HashMap<>();

  private EntityMetadata(Predicate<String> names) {
    this.names = names;
  }

  static EntityMetadata none() {
    return new EntityMetadata(name -> false);
  }

  /** Returns a collector of the members whose names match. */
  static EntityMetadata of(Predicate<String> names) {
    return new EntityMetadata(names);
  }

  Map<String, String> texts() {
    return texts;
  }

  boolean include(String name) {
    return names.test(name);
  }

  /** Reads the value of a member. The parser stands before the value. */
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

  /** Removes all collected members, because the object is parsed again. */
  void clear() {
    texts.clear();
  }
}
