package io.weir.api.json;

import io.weir.api.entity.Entity;
import java.util.Map;

/**
 * A line of JSON with an entity and control members. The names of control members begin with a
 * dollar sign, or are those of a {@link ChangeBody}; no property has such a name. Their values are
 * strings. Any thread.
 *
 * @param controls the control members by name
 */
public record EntityLine(Entity entity, Map<String, String> controls) {

  public EntityLine {
    controls = Map.copyOf(controls);
  }

  /** Reads a line from part of an array. Fails as {@link EntityReader} does. */
  public static EntityLine read(byte[] source, int offset, int length) {
    var controls = EntityMetadata.of(EntityLine::isControl);
    var entity = EntityReader.read(source, offset, length, null, controls);
    return new EntityLine(entity, controls.texts());
  }

  /**
   * Returns the control members only and ignores all others. Fails with {@code InvalidInput} when
   * the line is not a JSON object.
   */
  public static Map<String, String> controls(byte[] source, int offset, int length) {
    return Json.read(source, offset, length, json -> {
      var controls = EntityMetadata.of(EntityLine::isControl);
      Json.begin(json);
      for (var name = json.nextName(); name != null; name = json.nextName()) {
        if (controls.include(name)) {
          controls.take(json, name);
        } else {
          json.nextToken();
          json.skipChildren();
        }
      }
      return controls.texts();
    });
  }

  private static boolean isControl(String name) {
    return name.startsWith("$") || ChangeBody.isMember(name);
  }
}
