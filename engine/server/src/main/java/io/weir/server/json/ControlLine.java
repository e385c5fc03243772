package io.weir.server.json;

import io.netty.buffer.ByteBuf;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * A line of JSON that reports on an operation and contains no entity:
 * {@code {"$end":{"name":"monday","bytes":"70000"}}}. Any thread.
 *
 * @param name kind of the line; begins with a dollar sign
 * @param members string values by name
 */
public record ControlLine(String name, Map<String, String> members) {

  public ControlLine {
    members = Map.copyOf(members);
  }

  /** Appends the line to a buffer, with its members sorted by name. */
  public void write(ByteBuf out) {
    try (var json = JsonBuffer.generator(out)) {
      json.writeStartObject();
      json.writeObjectPropertyStart(name);
      members.entrySet().stream()
          .sorted(Map.Entry.comparingByKey())
          .forEach(member -> json.writeStringProperty(member.getKey(), member.getValue()));
      json.writeEndObject();
      json.writeEndObject();
      json.writeRaw('\n');
    }
  }

  /**
   * Parses a line, with or without its line feed. Fails with {@code InvalidInput} if it is not a
   * control line.
   */
  public static ControlLine read(byte[] line) {
    return Json.read(line, 0, line.length, json -> {
      Json.begin(json);
      var name = json.nextName();
      if (name == null || json.nextToken() != JsonToken.START_OBJECT) {
        throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "expected=controlLine");
      }
      var found = new ControlLine(name, members(json));
      json.nextToken();
      return found;
    });
  }

  /** Returns a member's text; empty if the member is absent. */
  public String get(String member) {
    return members.getOrDefault(member, "");
  }

  /** Returns a member as a number; 0 if the member is absent. */
  public long number(String member) {
    var text = get(member);
    return text.isEmpty() ? 0 : Long.parseLong(text);
  }

  private static Map<String, String> members(JsonParser json) {
    var members = new LinkedHashMap<String, String>();
    for (var member = json.nextName(); member != null; member = json.nextName()) {
      json.nextToken();
      members.put(member, json.getString());
    }
    return members;
  }
}
