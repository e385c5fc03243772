package io.weir.pattern.typed;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * Reads and writes {@link JsonText} values with a mapper that has Jackson's default settings. Any
 * thread.
 */
final class JsonTexts {

  private static final JsonMapper JSON = new JsonMapper();

  private JsonTexts() {}

  static final class Writer extends StdSerializer<Object> {

    Writer() {
      super(Object.class);
    }

    @Override
    public void serialize(Object value, JsonGenerator out, SerializationContext context) {
      out.writeString(JSON.writeValueAsString(value));
    }

    @Override
    public void acceptJsonFormatVisitor(JsonFormatVisitorWrapper visitor, JavaType type) {
      visitStringFormat(visitor, type);
    }
  }

  static final class Reader extends StdDeserializer<Object> {

    Reader() {
      this(Object.class);
    }

    private Reader(Class<?> type) {
      super(type);
    }

    private Reader(JavaType type) {
      super(type);
    }

    @Override
    public ValueDeserializer<?> createContextual(
        DeserializationContext context, BeanProperty property) {
      return new Reader(property.getType());
    }

    @Override
    public Object deserialize(JsonParser in, DeserializationContext context) {
      return JSON.readValue(in.getString(), getValueType());
    }
  }
}
