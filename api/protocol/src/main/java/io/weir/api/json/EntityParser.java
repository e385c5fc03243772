package io.weir.api.json;

import io.weir.api.edm.EdmType;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * One pass over an entity's JSON object. It sets each property as soon as its type is known.
 *
 * <p>The type annotation of a property may stand before it, directly after it, or anywhere else.
 * The parser holds the last property back until it has read the next name, which covers the first
 * two cases. {@link #isSettled} reports whether an annotation is left over that may belong to a
 * property that was set before. In that case {@link EntityReader} makes a second pass with all
 * annotations known from the start.
 *
 * <p>Belongs to one call.
 */
final class EntityParser {

  private static final String ANNOTATION = "@odata.";
  private static final String TYPE_ANNOTATION = "@odata.type";

  private final JsonParser json;
  private final Map<String, EdmType> annotations;
  private final @Nullable EntityKey key;
  private final EntityMetadata metadata;
  private final EntityBuilder entity = new EntityBuilder();
  private @Nullable String partitionKey;
  private @Nullable String rowKey;
  private @Nullable String heldName;
  private @Nullable Scalar held;

  /**
   * Creates a parser of one object.
   *
   * @param known types by property name
   * @param key the entity's key when the address gives it; the keys in the body are then ignored
   * @param metadata collects the members that describe the entity
   */
  EntityParser(
      JsonParser json,
      Map<String, EdmType> known,
      @Nullable EntityKey key,
      EntityMetadata metadata) {
    this.json = json;
    this.annotations = new HashMap<>(known);
    this.key = key;
    this.metadata = metadata;
  }

  Entity parse() {
    Json.begin(json);
    for (var name = json.nextName(); name != null; name = json.nextName()) {
      member(name);
    }
    release();
    return entity.key(key == null ? keyOfBody() : key).build();
  }

  /** Whether every annotation was used by a property. */
  boolean isSettled() {
    return annotations.isEmpty();
  }

  /**
   * Returns the type that the current annotation names. The parser stands before the annotation's
   * value.
   */
  static EdmType type(JsonParser json, String annotated) {
    var named =
        json.nextToken() == JsonToken.VALUE_STRING ? EdmType.ofOdataName(json.getString()) : null;
    if (named == null || named.isEmpty()) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT,
          "property=" + TypedProperty.shown(annotated) + " expected=typeAnnotation");
    }
    return named.get();
  }

  /**
   * Returns the name of the property that the member annotates. Null when the member is not a type
   * annotation, or annotates a system property.
   */
  static @Nullable String annotatedBy(String member) {
    if (!member.endsWith(TYPE_ANNOTATION)) {
      return null;
    }
    var name = member.substring(0, member.length() - TYPE_ANNOTATION.length());
    return name.isEmpty() || EntityBuilder.isSystemProperty(name) ? null : name;
  }

  private void member(String name) {
    var annotated = annotatedBy(name);
    if (annotated != null) {
      annotate(annotated, type(json, annotated));
      return;
    }
    release();
    if (metadata.include(name)) {
      metadata.take(json, name);
    } else if (name.startsWith("odata.") || name.contains(ANNOTATION) || name.equals("Timestamp")) {
      skip();
    } else if (name.equals("PartitionKey")) {
      partitionKey = key(name, partitionKey);
    } else if (name.equals("RowKey")) {
      rowKey = key(name, rowKey);
    } else {
      hold(name);
    }
  }

  private void annotate(String name, EdmType type) {
    annotations.put(name, type);
    if (name.equals(heldName)) {
      release();
    }
  }

  private void hold(String name) {
    var value = scalar(name);
    if (value == null) {
      annotations.remove(name);
      return;
    }
    heldName = name;
    held = value;
  }

  private void release() {
    if (heldName != null && held != null) {
      TypedProperty.set(entity, heldName, held, annotations.remove(heldName));
    }
    heldName = null;
    held = null;
  }

  private @Nullable Scalar scalar(String name) {
    return switch (json.nextToken()) {
      case VALUE_STRING -> new Scalar(Scalar.Kind.STRING, json.getString());
      case VALUE_NUMBER_INT -> new Scalar(Scalar.Kind.INTEGER, json.getString());
      case VALUE_NUMBER_FLOAT -> new Scalar(Scalar.Kind.FRACTION, json.getString());
      case VALUE_TRUE -> Scalar.TRUE;
      case VALUE_FALSE -> Scalar.FALSE;
      case VALUE_NULL -> null;
      default -> throw invalid("property=" + TypedProperty.shown(name) + " expected=scalar");
    };
  }

  private @Nullable String key(String name, @Nullable String before) {
    var token = json.nextToken();
    if (key != null) {
      json.skipChildren();
      return null;
    }
    if (before != null) {
      throw new InvalidRequestException(ErrorCode.DUPLICATE_PROPERTIES_SPECIFIED, "name=" + name);
    }
    return switch (token) {
      case VALUE_STRING -> json.getString();
      case VALUE_NULL -> null;
      default -> throw invalid("property=" + name + " expected=Edm.String");
    };
  }

  private EntityKey keyOfBody() {
    if (partitionKey == null || rowKey == null) {
      throw new InvalidRequestException(
          ErrorCode.PROPERTIES_NEED_VALUE,
          "missing=" + (partitionKey == null ? "PartitionKey" : "RowKey"));
    }
    return new EntityKey(partitionKey, rowKey);
  }

  private void skip() {
    json.nextToken();
    json.skipChildren();
  }

  private static InvalidRequestException invalid(String facts) {
    return new InvalidRequestException(ErrorCode.INVALID_INPUT, facts);
  }
}
