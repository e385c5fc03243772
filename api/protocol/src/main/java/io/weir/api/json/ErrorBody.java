package io.weir.api.json;

import io.weir.api.error.InvalidRequestException;
import java.util.Optional;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * The protocol's error body:
 * {@code {"odata.error":{"code":"..","message":{"lang":"en-US","value":".."}}}}.
 *
 * @param code the protocol's code
 * @param text the text for people; the lines after the first one name the request and the time
 */
public record ErrorBody(String code, String text) {

  /**
   * Reads an error body. Empty for any other content: a proxy between client and service may answer
   * with its own errors.
   */
  public static Optional<ErrorBody> read(byte[] body) {
    try {
      return Json.read(body, 0, body.length, json -> {
        Json.begin(json);
        return Optional.of(error(json)).filter(error -> !error.code().isEmpty());
      });
    } catch (InvalidRequestException notJson) {
      return Optional.empty();
    }
  }

  private static ErrorBody error(JsonParser json) {
    var found = new ErrorBody("", "");
    for (var name = json.nextName(); name != null; name = json.nextName()) {
      var token = json.nextToken();
      if (token == JsonToken.START_OBJECT
          && (name.equals("odata.error") || name.equals("message"))) {
        found = found.or(error(json));
      } else if (token == JsonToken.VALUE_STRING && name.equals("code")) {
        found = found.or(new ErrorBody(json.getString(), ""));
      } else if (token == JsonToken.VALUE_STRING
          && (name.equals("value") || name.equals("message"))) {
        found = found.or(new ErrorBody("", json.getString()));
      } else {
        json.skipChildren();
      }
    }
    return found;
  }

  private ErrorBody or(ErrorBody other) {
    return new ErrorBody(code.isEmpty() ? other.code : code, text.isEmpty() ? other.text : text);
  }
}
