package io.weir.api.json;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** A page in the protocol's JSON: {@code {"odata.metadata":..,"value":[{..},{..}]}}. Any thread. */
public final class ValueList {

  private static final String MEMBER = "value";

  private ValueList() {}

  /** Reads one object of the list. */
  @FunctionalInterface
  public interface Element<T> {
    T read(byte[] source, int offset, int length);
  }

  /**
   * Returns the elements in their order. Fails with {@code InvalidInput} when the body has another
   * form, and as the element's reader does.
   */
  public static <T> List<T> read(byte[] body, Element<T> element) {
    return readOptional(body, element).stream()
        .map(each -> each.orElseThrow(ValueList::notAnObject))
        .toList();
  }

  /**
   * Returns the elements in their order; a null is an empty optional. In all else as {@link #read}.
   */
  public static <T> List<Optional<T>> readOptional(byte[] body, Element<T> element) {
    return Json.read(body, 0, body.length, json -> {
      Json.begin(json);
      var elements = new ArrayList<Optional<T>>();
      var found = false;
      for (var member = json.nextName(); member != null; member = json.nextName()) {
        var isList = json.nextToken() == JsonToken.START_ARRAY && member.equals(MEMBER);
        if (isList) {
          elements(json, body, element, elements);
        } else {
          json.skipChildren();
        }
        found |= isList;
      }
      if (!found) {
        throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "missing=" + MEMBER);
      }
      return elements;
    });
  }

  private static <T> void elements(
      JsonParser json, byte[] body, Element<T> element, List<Optional<T>> elements) {
    while (json.nextToken() != JsonToken.END_ARRAY) {
      if (json.currentToken() == JsonToken.VALUE_NULL) {
        elements.add(Optional.empty());
        continue;
      }
      if (json.currentToken() != JsonToken.START_OBJECT) {
        throw notAnObject();
      }
      var begin = (int) json.currentTokenLocation().getByteOffset();
      json.skipChildren();
      var end = (int) json.currentLocation().getByteOffset();
      elements.add(Optional.of(element.read(body, begin, end - begin)));
    }
  }

  private static InvalidRequestException notAnObject() {
    return new InvalidRequestException(ErrorCode.INVALID_INPUT, "expected=jsonObject in=" + MEMBER);
  }
}
