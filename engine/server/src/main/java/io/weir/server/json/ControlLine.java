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
 * A line of JSON about an undertaking instead of an entity: {@code {"$end":{"name":"monday","bytes":"70000"}}}. Any thread.
 *
 * @param name begins with a dollar sign
 * @param members texts by name, in order
 */
public record ControlLine(String name, Map<String, String> members) {

  public ControlLine {
    members = Map.copyOf(members);
  }

  /** Appends the line, members by name. */
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

  /** Reads a line back, with or without its end. Fails with {@code InvalidInput} for anything else. */
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

  /** A member's text; empty when there is none. */
  public String get(String member) {
    return members.getOrDefault(member, "");
  }

  /** A member as a number; 0 when there is none. */
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
