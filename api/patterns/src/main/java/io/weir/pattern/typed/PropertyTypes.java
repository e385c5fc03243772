package io.weir.pattern.typed;

import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmType;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.core.JsonParser.NumberType;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.jsonFormatVisitors.JsonArrayFormatVisitor;
import tools.jackson.databind.jsonFormatVisitors.JsonBooleanFormatVisitor;
import tools.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import tools.jackson.databind.jsonFormatVisitors.JsonIntegerFormatVisitor;
import tools.jackson.databind.jsonFormatVisitors.JsonMapFormatVisitor;
import tools.jackson.databind.jsonFormatVisitors.JsonNumberFormatVisitor;
import tools.jackson.databind.jsonFormatVisitors.JsonObjectFormatVisitor;
import tools.jackson.databind.jsonFormatVisitors.JsonStringFormatVisitor;
import tools.jackson.databind.ser.BeanPropertyWriter;

/**
 * Finds out the Edm type in which a Java property is stored, by asking the serializer that Jackson
 * has chosen for it.
 *
 * <p>Belongs to one property. If the serializer does not tell, the type depends on each value.
 */
final class PropertyTypes extends JsonFormatVisitorWrapper.Base {

  private static final Map<Class<?>, EdmType> NATIVE = Map.of(
      UUID.class, EdmType.GUID,
      EdmDateTime.class, EdmType.DATE_TIME,
      Instant.class, EdmType.DATE_TIME,
      OffsetDateTime.class, EdmType.DATE_TIME,
      byte[].class, EdmType.BINARY);

  private final BeanProperty property;
  private Optional<EdmType> found = Optional.empty();

  private PropertyTypes(BeanProperty property, SerializationContext context) {
    super(context);
    this.property = property;
  }

  /**
   * Returns the type; empty if it depends on the value. Fails with {@link IllegalArgumentException}
   * if no property can hold it.
   */
  static Optional<EdmType> of(BeanProperty property, SerializationContext context) {
    var type = property.getType();
    var plain = type.isReferenceType() ? type.getReferencedType() : type;
    if (NATIVE.containsKey(plain.getRawClass())) {
      return Optional.of(NATIVE.get(plain.getRawClass()));
    }
    var own = property instanceof BeanPropertyWriter writer ? writer.getSerializer() : null;
    var serializer = own == null ? context.findPrimaryPropertySerializer(type, property) : own;
    var types = new PropertyTypes(property, context);
    serializer.acceptJsonFormatVisitor(types, type);
    return types.found;
  }

  @Override
  public JsonStringFormatVisitor expectStringFormat(JavaType type) {
    found = Optional.of(EdmType.STRING);
    return new JsonStringFormatVisitor.Base();
  }

  @Override
  public JsonBooleanFormatVisitor expectBooleanFormat(JavaType type) {
    found = Optional.of(EdmType.BOOLEAN);
    return new JsonBooleanFormatVisitor.Base();
  }

  @Override
  public JsonIntegerFormatVisitor expectIntegerFormat(JavaType type) {
    return new JsonIntegerFormatVisitor.Base() {
      @Override
      public void numberType(NumberType number) {
        found = Optional.of(stored(number, type));
      }
    };
  }

  @Override
  public JsonNumberFormatVisitor expectNumberFormat(JavaType type) {
    return new JsonNumberFormatVisitor.Base() {
      @Override
      public void numberType(NumberType number) {
        found = Optional.of(stored(number, type));
      }
    };
  }

  @Override
  public JsonObjectFormatVisitor expectObjectFormat(JavaType type) {
    throw refused(type);
  }

  @Override
  public JsonArrayFormatVisitor expectArrayFormat(JavaType type) {
    throw refused(type);
  }

  @Override
  public JsonMapFormatVisitor expectMapFormat(JavaType type) {
    throw refused(type);
  }

  private EdmType stored(NumberType number, JavaType type) {
    return switch (number) {
      case INT -> EdmType.INT32;
      case LONG -> EdmType.INT64;
      case FLOAT, DOUBLE -> EdmType.DOUBLE;
      case BIG_INTEGER, BIG_DECIMAL -> throw refused(type);
    };
  }

  private IllegalArgumentException refused(JavaType type) {
    return new IllegalArgumentException(
        "No property can hold a value of this type; annotate it with @JsonText to store it as JSON. property="
            + property.getFullName() + " type=" + type.toCanonical());
  }
}
