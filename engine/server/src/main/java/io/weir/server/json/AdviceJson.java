package io.weir.server.json;

import io.netty.buffer.ByteBuf;
import io.weir.engine.advice.Advice;
import io.weir.engine.advice.AdviceReport;
import io.weir.engine.advice.Evidence;
import tools.jackson.core.JsonGenerator;

/** Reports of advice as JSON. Any thread. */
public final class AdviceJson {

  private AdviceJson() {}

  /** Appends a report to a buffer. The caller owns the buffer. */
  public static void write(AdviceReport report, ByteBuf out) {
    try (var json = JsonBuffer.generator(out)) {
      json.writeStartObject();
      json.writeBooleanProperty("observing", report.isObserving());
      json.writeNumberProperty("every", report.every());
      json.writeNumberProperty("seconds", report.span().toSeconds());
      json.writeArrayPropertyStart("advice");
      report.advice().forEach(each -> write(each, json));
      json.writeEndArray();
      json.writeEndObject();
    }
  }

  private static void write(Advice advice, JsonGenerator json) {
    json.writeStartObject();
    json.writeStringProperty("kind", advice.kind().code());
    json.writeStringProperty("table", advice.table().value());
    json.writeStringProperty("finding", advice.finding());
    json.writeObjectPropertyStart("evidence");
    advice.evidence().forEach(each -> write(each, json));
    json.writeEndObject();
    json.writeStringProperty("action", advice.action());
    json.writeArrayPropertyStart("commands");
    advice.commands().forEach(json::writeString);
    json.writeEndArray();
    json.writeStringProperty("pattern", advice.pattern());
    json.writeEndObject();
  }

  private static void write(Evidence evidence, JsonGenerator json) {
    if (evidence.isNumber()) {
      json.writeName(evidence.name());
      json.writeNumber(evidence.text());
    } else {
      json.writeStringProperty(evidence.name(), evidence.text());
    }
  }
}
