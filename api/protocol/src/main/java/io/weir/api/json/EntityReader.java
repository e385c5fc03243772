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
 * Reads an entity from the protocol's JSON.
 *
 * <p>A null is an absent property. {@code Timestamp} and members that begin with {@code odata.} are not looked at. An object or an
 * array as a value is refused.
 *
 * <p>Any thread. Fails with {@code InvalidInput} as {@link io.weir.api.json} says, with {@code PropertiesNeedValue} when a key is
 * missing, and as {@link io.weir.api.entity.EntityBuilder} does.
 */
public final class EntityReader {

  private static final String ETAG = "odata.etag";
  private static final String TIMESTAMP = "Timestamp";

  private EntityReader() {}

  /** An entity whose keys stand in the body. */
  public static Entity read(byte[] body) {
    return read(body, 0, body.length, null);
  }

  /** An entity whose keys stand in its address; keys in the body are not looked at. */
  public static Entity read(byte[] body, EntityKey key) {
    return read(body, 0, body.length, key);
  }

  /**
   * An entity in part of an array, such as a line.
   *
   * @param key as it is known from elsewhere; null when it stands in the body
   */
  public static Entity read(byte[] source, int offset, int length, @Nullable EntityKey key) {
    return read(source, offset, length, key, Asides.none());
  }

  /**
   * An entity as a service answers it, in part of an array: with the version that its tag names, or else its Timestamp. Fails with
   * {@code InvalidInput} where it has neither.
   *
   * @param key as it is known from elsewhere; null when it stands in the object
   */
  public static Entity stored(byte[] source, int offset, int length, @Nullable EntityKey key) {
    var asides = Asides.of(name -> name.equals(ETAG) || name.equals(TIMESTAMP));
    var entity = read(source, offset, length, key, asides);
    return entity.withTimestamp(ticks(asides.texts()));
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
      byte[] source, int offset, int length, @Nullable EntityKey key, Asides asides) {
    var entity = quickly(source, offset, length, key, asides);
    if (entity != null) {
      return entity;
    }
    asides.clear();
    var types = annotations(source, offset, length);
    return parse(source, offset, length, types, key, asides).entity();
  }

  /** One walk; null when an annotation further on may have had a say. Then the reason is found, or found again, by the second. */
  private static @Nullable Entity quickly(
      byte[] source, int offset, int length, @Nullable EntityKey key, Asides asides) {
    try {
      var parsed = parse(source, offset, length, Map.of(), key, asides);
      return parsed.settled() ? parsed.entity() : null;
    } catch (InvalidRequestException perhapsAnnotatedFurtherOn) {
      return null;
    }
  }

  private static Parsed parse(
      byte[] source,
      int offset,
      int length,
      Map<String, EdmType> known,
      @Nullable EntityKey key,
      Asides asides) {
    return Json.read(source, offset, length, json -> {
      var parser = new EntityParser(json, known, key, asides);
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
