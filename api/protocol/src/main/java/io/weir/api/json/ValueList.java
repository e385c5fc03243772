package io.weir.api.json;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.ArrayList;
import java.util.List;
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
   * Returns the elements in their order. Fails with {@code InvalidInput} when the body has another form, and as the element's
   * reader does.
   */
  public static <T> List<T> read(byte[] body, Element<T> element) {
    return Json.read(body, 0, body.length, json -> {
      Json.begin(json);
      var elements = new ArrayList<T>();
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
      JsonParser json, byte[] body, Element<T> element, List<T> elements) {
    while (json.nextToken() == JsonToken.START_OBJECT) {
      var begin = (int) json.currentTokenLocation().getByteOffset();
      json.skipChildren();
      var end = (int) json.currentLocation().getByteOffset();
      elements.add(element.read(body, begin, end - begin));
    }
    if (json.currentToken() != JsonToken.END_ARRAY) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT, "expected=jsonObject in=" + MEMBER);
    }
  }
}
