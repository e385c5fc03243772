package io.weir.server.json;

import io.netty.buffer.ByteBuf;
import io.weir.server.json.StatusDocument.LogLine;
import io.weir.server.json.StatusDocument.PartVersion;
import io.weir.server.json.StatusDocument.Setting;
import tools.jackson.core.JsonGenerator;

/** A service's status as JSON. Any thread. */
public final class StatusJson {

  private StatusJson() {}

  /** Appends the document to a buffer. The caller owns the buffer. */
  public static void write(StatusDocument status, ByteBuf out) {
    try (var json = JsonBuffer.generator(out)) {
      json.writeStartObject();
      json.writeStringProperty("started", status.started().toString());
      json.writeArrayPropertyStart("versions");
      status.versions().forEach(version -> write(version, json));
      json.writeEndArray();
      json.writeArrayPropertyStart("settings");
      status.settings().forEach(setting -> write(setting, json));
      json.writeEndArray();
      json.writeArrayPropertyStart("log");
      status.log().forEach(line -> write(line, json));
      json.writeEndArray();
      json.writeEndObject();
    }
  }

  private static void write(PartVersion version, JsonGenerator json) {
    json.writeStartObject();
    json.writeStringProperty("name", version.name());
    json.writeStringProperty("version", version.version());
    json.writeEndObject();
  }

  private static void write(Setting setting, JsonGenerator json) {
    json.writeStartObject();
    json.writeStringProperty("name", setting.name());
    if (setting.value().isPresent()) {
      json.writeStringProperty("value", setting.value().get());
    } else {
      json.writeNullProperty("value");
    }
    json.writeStringProperty("origin", setting.origin());
    json.writeBooleanProperty("secret", setting.secret());
    json.writeEndObject();
  }

  private static void write(LogLine line, JsonGenerator json) {
    json.writeStartObject();
    json.writeStringProperty("at", line.at().toString());
    json.writeStringProperty("level", line.level());
    json.writeStringProperty("logger", line.logger());
    json.writeStringProperty("thread", line.thread());
    json.writeStringProperty("text", line.text());
    json.writeEndObject();
  }
}
