package io.weir.pattern.typed;

import io.weir.api.edm.EdmType;
import io.weir.api.edm.EdmValue;
import io.weir.pattern.key.CompoundKey;
import io.weir.pattern.key.CompoundKeyReader;
import io.weir.pattern.key.KeyPart;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/**
 * One of the two keys as parts of a value's tree. A single part stands unchanged; several make a
 * {@link CompoundKey}.
 *
 * @param parts at least one, in their order
 */
record KeyShape(List<Part> parts) {

  /**
   * A property that is part of a key.
   *
   * @param as the attributes of its annotation
   * @param type of its values
   * @param form writes and reads it, as these two say
   */
  record Part(String property, KeyForm as, EdmType type, KeyPart<EdmValue> form) {

    int order() {
      return as.order();
    }

    boolean newestFirst() {
      return as.newestFirst();
    }
  }

  KeyShape {
    parts = parts.stream().sorted(Comparator.comparingInt(Part::order)).toList();
  }

  List<String> properties() {
    return parts.stream().map(Part::property).toList();
  }

  /** Returns the key of a tree. Fails with {@link MappingException} if a part is null. */
  String write(ObjectNode tree) {
    if (parts.size() == 1) {
      return parts.get(0).form.write(value(parts.get(0), tree));
    }
    var key = Optional.<CompoundKey>empty();
    for (var part : parts) {
      var value = value(part, tree);
      key = Optional.of(key.map(before -> before.then(part.form, value))
          .orElseGet(() -> CompoundKey.of(part.form, value)));
    }
    return key.map(CompoundKey::text).orElseThrow();
  }

  /**
   * Puts the parts of a key into the tree. Fails with {@code InvalidInput} for a key of another
   * shape.
   */
  void read(String key, ObjectNode tree) {
    if (parts.size() == 1) {
      set(parts.get(0), parts.get(0).form.read(key), tree);
      return;
    }
    var reader = CompoundKeyReader.of(key);
    parts.forEach(part -> set(part, reader.next(part.form), tree));
    reader.end();
  }

  @Override
  public String toString() {
    return properties().stream().collect(Collectors.joining("!"));
  }

  private static EdmValue value(Part part, ObjectNode tree) {
    return EdmNodes.value(part.property, tree.path(part.property))
        .orElseThrow(() ->
            new MappingException("A part of a key is null.", "property=" + part.property, null));
  }

  private static void set(Part part, EdmValue value, ObjectNode tree) {
    tree.set(part.property, EdmNodes.node(value));
  }
}
