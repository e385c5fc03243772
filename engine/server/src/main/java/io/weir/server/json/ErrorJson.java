package io.weir.server.json;

import io.netty.buffer.ByteBuf;

/**
 * Writes the protocol's error body:
 * {@code {"odata.error":{"code":"..","message":{"lang":"en-US","value":".."}}}}.
 */
public final class ErrorJson {

  /** The media type of the body. */
  public static final String CONTENT_TYPE =
      "application/json;odata=minimalmetadata;streaming=true;charset=utf-8";

  private ErrorJson() {}

  /**
   * Appends the body for a failure.
   *
   * @param code error code of the protocol
   * @param text message for a person; may contain any character
   * @param requestId appended to the message, as the service does, so that a log entry can be found
   * @param time ISO 8601, appended to the message too
   */
  public static void write(ByteBuf out, String code, String text, String requestId, String time) {
    try (var json = JsonBuffer.generator(out)) {
      json.writeStartObject();
      json.writeObjectPropertyStart("odata.error");
      json.writeStringProperty("code", code);
      json.writeObjectPropertyStart("message");
      json.writeStringProperty("lang", "en-US");
      json.writeStringProperty("value", text + "\nRequestId:" + requestId + "\nTime:" + time);
      json.writeEndObject();
      json.writeEndObject();
      json.writeEndObject();
    }
  }
}
