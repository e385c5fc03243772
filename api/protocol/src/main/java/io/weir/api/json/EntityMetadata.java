package io.weir.api.json;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * The members of an entity's JSON object that describe the entity and are not its properties. Their
 * values are strings, those of some are numbers. Belongs to one call.
 */
final class EntityMetadata {

  private final Predicate<String> names;
  private final Predicate<String> numbers;
  private final Map<String, String> texts = new HashMap<>();

  private EntityMetadata(Predicate<String> names, Predicate<String> numbers) {
    this.names = names;
    this.numbers = numbers;
  }

  static EntityMetadata none() {
    return of(name -> false);
  }

  /** Returns a collector of the members whose names match. */
  static EntityMetadata of(Predicate<String> names) {
    return of(names, name -> false);
  }

  /**
   * Returns a collector of the members whose names match.
   *
   * @param numbers the names among them whose values are numbers
   */
  static EntityMetadata of(Predicate<String> names, Predicate<String> numbers) {
    return new EntityMetadata(names, numbers);
  }

  Map<String, String> texts() {
    return texts;
  }

  boolean include(String name) {
    return names.test(name);
  }

  /** Reads the value of a member. The parser stands before the value. */
  void take(JsonParser json, String name) {
    var isNumber = numbers.test(name);
    var token = json.nextToken();
    if (isNumber ? !token.isNumeric() : token != JsonToken.VALUE_STRING) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT,
          "member=" + TypedProperty.shown(name) + " expected=" + (isNumber ? "number" : "string"));
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
