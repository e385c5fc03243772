package io.weir.pattern.typed;

import io.weir.api.edm.EdmDateTime;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;
import java.util.function.Function;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * Types that Edm has and JSON lacks. They pass through Jackson's trees unchanged, a time as an
 * {@link EdmDateTime}, and never become text. (Jackson treats bytes this way by itself.) Any
 * thread.
 */
final class NativeTypes {

  private NativeTypes() {}

  static SimpleModule module() {
    var module = new SimpleModule("weir-native-types");
    add(module, UUID.class, UUID.class, id -> id, id -> id);
    add(module, EdmDateTime.class, EdmDateTime.class, moment -> moment, moment -> moment);
    add(module, Instant.class, EdmDateTime.class, EdmDateTime::of, EdmDateTime::toInstant);
    add(
        module,
        OffsetDateTime.class,
        EdmDateTime.class,
        moment -> EdmDateTime.of(moment.toInstant()),
        moment -> moment.toInstant().atOffset(ZoneOffset.UTC));
    return module;
  }

  private static <T, N> void add(
      SimpleModule module,
      Class<T> type,
      Class<N> inTree,
      Function<T, N> toTree,
      Function<N, T> fromTree) {
    module.addSerializer(type, new Writer<>(type, toTree));
    module.addDeserializer(type, new Reader<>(type, inTree, fromTree));
  }

  private static final class Writer<T> extends StdSerializer<T> {

    private final Function<T, ?> toTree;

    Writer(Class<T> type, Function<T, ?> toTree) {
      super(type);
      this.toTree = toTree;
    }

    @Override
    public void serialize(T value, JsonGenerator out, SerializationContext context) {
      out.writeEmbeddedObject(toTree.apply(value));
    }
  }

  private static final class Reader<T, N> extends StdDeserializer<T> {

    private final Class<N> inTree;
    private final Function<N, T> fromTree;

    Reader(Class<T> type, Class<N> inTree, Function<N, T> fromTree) {
      super(type);
      this.inTree = inTree;
      this.fromTree = fromTree;
    }

    @Override
    public T deserialize(JsonParser in, DeserializationContext context) {
      if (in.currentToken() == JsonToken.VALUE_EMBEDDED_OBJECT
          && inTree.isInstance(in.getEmbeddedObject())) {
        return fromTree.apply(inTree.cast(in.getEmbeddedObject()));
      }
      return context.reportInputMismatch(this, "expected=" + inTree.getSimpleName());
    }
  }
}
