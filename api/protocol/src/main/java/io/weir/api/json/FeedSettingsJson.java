package io.weir.api.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.FeedSettings;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** The JSON object of what a table keeps for its change feed: {@code {"beforeImages":true}}. Any thread. */
public final class FeedSettingsJson {

  private static final String BEFORE_IMAGES = "beforeImages";

  private FeedSettingsJson() {}

  /** Returns the object. */
  public static byte[] write(FeedSettings settings) {
    return ("{\"" + BEFORE_IMAGES + "\":" + settings.beforeImages() + "}").getBytes(UTF_8);
  }

  /** Reads the object. Fails with {@code InvalidInput} when the body is no object with exactly this member, true or false. */
  public static FeedSettings read(byte[] body) {
    return Json.read(body, 0, body.length, FeedSettingsJson::read);
  }

  private static FeedSettings read(JsonParser json) {
    Json.begin(json);
    var name = json.nextName();
    var value = name == null ? null : json.nextToken();
    if (!BEFORE_IMAGES.equals(name)
        || value != JsonToken.VALUE_TRUE && value != JsonToken.VALUE_FALSE
        || json.nextToken() != JsonToken.END_OBJECT) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT, "expected=" + BEFORE_IMAGES + ":true|false");
    }
    return new FeedSettings(value == JsonToken.VALUE_TRUE);
  }
}
