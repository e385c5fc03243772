package io.weir.server.json;

import io.netty.buffer.ByteBuf;

/** The protocol's error body: {@code {"odata.error":{"code":"..","message":{"lang":"en-US","value":".."}}}}. */
public final class ErrorJson {

  /** The body's media type. */
  public static final String CONTENT_TYPE =
      "application/json;odata=minimalmetadata;streaming=true;charset=utf-8";

  private ErrorJson() {}

  /**
   * Appends the body for a failure.
   *
   * @param code the protocol's code
   * @param text for people, any characters
   * @param requestId shown in the text, as the service does, so that it can be found in a log
   * @param time ISO 8601, shown likewise
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
