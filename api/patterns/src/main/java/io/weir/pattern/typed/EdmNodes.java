package io.weir.pattern.typed;

import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmBoolean;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmGuid;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.POJONode;

/**
 * Converts between property values and leaves of Jackson's trees: see {@link NativeTypes}. Any
 * thread.
 */
final class EdmNodes implements EdmValue.Handler<JsonNode> {

  private static final EdmNodes WRITER = new EdmNodes();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private EdmNodes() {}

  static JsonNode node(EdmValue value) {
    return value.dispatch(WRITER);
  }

  /**
   * Returns the value of a leaf; empty for null. Fails with {@link MappingException} if no property
   * can hold it.
   */
  static Optional<EdmValue> value(String property, JsonNode node) {
    return switch (node.getNodeType()) {
      case NULL, MISSING -> Optional.empty();
      case STRING -> Optional.of(new EdmString(node.stringValue()));
      case BOOLEAN -> Optional.of(new EdmBoolean(node.booleanValue()));
      case BINARY -> Optional.of(new EdmBinary(node.binaryValue()));
      case NUMBER -> Optional.of(number(property, node));
      case POJO -> Optional.of(nativeValue(property, ((POJONode) node).getPojo()));
      case ARRAY, OBJECT -> throw refused(property, node.getNodeType().toString());
    };
  }

  private static EdmValue number(String property, JsonNode node) {
    return switch (node.numberType()) {
      case INT -> new EdmInt32(node.intValue());
      case LONG -> new EdmInt64(node.longValue());
      case FLOAT, DOUBLE -> new EdmDouble(node.doubleValue());
      case BIG_INTEGER, BIG_DECIMAL -> throw refused(property, node.numberType().toString());
    };
  }

  private static EdmValue nativeValue(String property, Object value) {
    if (value instanceof UUID id) {
      return new EdmGuid(id);
    }
    if (value instanceof EdmDateTime moment) {
      return moment;
    }
    throw refused(property, value.getClass().getName());
  }

  private static MappingException refused(String property, String type) {
    return new MappingException(
        "No property can hold a value of this type; annotate it with @JsonText to store it as JSON.",
        "property=" + property + " type=" + type,
        null);
  }

  @Override
  public JsonNode string(EdmString value) {
    return NODES.stringNode(value.value());
  }

  @Override
  public JsonNode int32(EdmInt32 value) {
    return NODES.numberNode(value.value());
  }

  @Override
  public JsonNode int64(EdmInt64 value) {
    return NODES.numberNode(value.value());
  }

  @Override
  public JsonNode float64(EdmDouble value) {
    return NODES.numberNode(value.value());
  }

  @Override
  public JsonNode bool(EdmBoolean value) {
    return NODES.booleanNode(value.value());
  }

  @Override
  public JsonNode dateTime(EdmDateTime value) {
    return NODES.pojoNode(value);
  }

  @Override
  public JsonNode guid(EdmGuid value) {
    return NODES.pojoNode(value.value());
  }

  @Override
  public JsonNode binary(EdmBinary value) {
    return NODES.binaryNode(value.toByteArray());
  }
}
