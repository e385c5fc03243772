package io.weir.api.json;

import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmType;
import io.weir.api.entity.ETag;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A reader of entities in the protocol's JSON.
 *
 * <p>A null value is an absent property. {@code Timestamp} and members whose names begin with
 * {@code odata.} are ignored. A value that is an object or an array is refused.
 *
 * <p>Any thread. Fails with {@code InvalidInput} as {@link io.weir.api.json} states, with
 * {@code PropertiesNeedValue} when a key is missing, and as
 * {@link io.weir.api.entity.EntityBuilder} does.
 */
public final class EntityReader {

  private static final String ETAG = "odata.etag";
  private static final String TIMESTAMP = "Timestamp";

  private EntityReader() {}

  /** Reads an entity whose keys are in the body. */
  public static Entity read(byte[] body) {
    return read(body, 0, body.length, null);
  }

  /** Reads an entity whose keys are in the address. Keys in the body are ignored. */
  public static Entity read(byte[] body, EntityKey key) {
    return read(body, 0, body.length, key);
  }

  /**
   * Reads an entity from part of an array, such as a line.
   *
   * @param key the key if it is known already; null when it is in the body
   */
  public static Entity read(byte[] source, int offset, int length, @Nullable EntityKey key) {
    return read(source, offset, length, key, EntityMetadata.none());
  }

  /**
   * Reads an entity as a service returns it, from part of an array. Its version is the one that its
   * tag names, or else its Timestamp. Fails with {@code InvalidInput} when it has neither.
   *
   * @param key the key if it is known already; null when it is in the object
   */
  public static Entity stored(byte[] source, int offset, int length, @Nullable EntityKey key) {
    return stored(source, offset, length, key, EntityMetadata.of(EntityReader::tellsVersion));
  }

  static boolean tellsVersion(String member) {
    return member.equals(ETAG) || member.equals(TIMESTAMP);
  }

  /** Reads an entity as the public method does, with other metadata beside its version. */
  static Entity stored(
      byte[] source, int offset, int length, @Nullable EntityKey key, EntityMetadata metadata) {
    var entity = read(source, offset, length, key, metadata);
    return entity.withTimestamp(ticks(metadata.texts()));
  }

  private static long ticks(Map<String, String> told) {
    var tag = told.get(ETAG);
    if (tag != null) {
      var named = new ETag(tag).timestamp();
      if (named.isPresent()) {
        return named.getAsLong();
      }
    }
    var timestamp = told.get(TIMESTAMP);
    if (timestamp == null) {
      throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "missing=" + ETAG);
    }
    return EdmDateTime.parse(timestamp).ticks();
  }

  static Entity read(
      byte[] source, int offset, int length, @Nullable EntityKey key, EntityMetadata metadata) {
    var entity = inOnePass(source, offset, length, key, metadata);
    if (entity != null) {
      return entity;
    }
    metadata.clear();
    var types = annotations(source, offset, length);
    return parse(source, offset, length, types, key, metadata).entity();
  }

  /**
   * Reads the entity in one pass. Returns null when a later annotation may change the result, and
   * when the pass fails. The second pass then reports the failure.
   */
  private static @Nullable Entity inOnePass(
      byte[] source, int offset, int length, @Nullable EntityKey key, EntityMetadata metadata) {
    try {
      var parsed = parse(source, offset, length, Map.of(), key, metadata);
      return parsed.settled() ? parsed.entity() : null;
    } catch (InvalidRequestException annotationMayFollow) {
      return null;
    }
  }

  private static Parsed parse(
      byte[] source,
      int offset,
      int length,
      Map<String, EdmType> known,
      @Nullable EntityKey key,
      EntityMetadata metadata) {
    return Json.read(source, offset, length, json -> {
      var parser = new EntityParser(json, known, key, metadata);
      return new Parsed(parser.parse(), parser.isSettled());
    });
  }

  private static Map<String, EdmType> annotations(byte[] source, int offset, int length) {
    return Json.read(source, offset, length, json -> {
      var types = new HashMap<String, EdmType>();
      Json.begin(json);
      for (var name = json.nextName(); name != null; name = json.nextName()) {
        var annotated = EntityParser.annotatedBy(name);
        if (annotated == null) {
          json.nextToken();
          json.skipChildren();
        } else {
          types.put(annotated, EntityParser.type(json, annotated));
        }
      }
      return types;
    });
  }

  private record Parsed(Entity entity, boolean settled) {}
}
