package io.weir.api.edm;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A property type: its name on the wire and its tag in the encoded form.
 *
 * <p>Tags are part of every stored file and of the binary framing; they never change meaning.
 */
public enum EdmType {
  STRING(1, "Edm.String"),
  INT32(2, "Edm.Int32"),
  INT64(3, "Edm.Int64"),
  DOUBLE(4, "Edm.Double"),
  BOOLEAN(5, "Edm.Boolean"),
  DATE_TIME(6, "Edm.DateTime"),
  GUID(7, "Edm.Guid"),
  BINARY(8, "Edm.Binary");

  private static final EdmType[] BY_TAG = new EdmType[9];
  private static final Map<String, EdmType> BY_NAME = Stream.of(values())
      .collect(Collectors.toUnmodifiableMap(EdmType::odataName, Function.identity()));

  static {
    for (var type : values()) {
      BY_TAG[type.tag] = type;
    }
  }

  private final byte tag;
  private final String odataName;

  EdmType(int tag, String odataName) {
    this.tag = (byte) tag;
    this.odataName = odataName;
  }

  /** The byte that stands for this type in the encoded form. */
  public byte tag() {
    return tag;
  }

  /** The name in {@code @odata.type} annotations, such as {@code Edm.Int64}. */
  public String odataName() {
    return odataName;
  }

  /** The type with this tag. Fails with {@link IllegalArgumentException} when there is none: the bytes are damaged. */
  public static EdmType ofTag(byte tag) {
    if (tag < 1 || tag >= BY_TAG.length) {
      throw new IllegalArgumentException("Unknown property type. tag=" + tag);
    }
    return BY_TAG[tag];
  }

  /** The type that an annotation names, if there is one. */
  public static Optional<EdmType> ofOdataName(String name) {
    return Optional.ofNullable(BY_NAME.get(name));
  }
}
