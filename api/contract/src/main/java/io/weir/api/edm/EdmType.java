package io.weir.api.edm;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A property type, with its name in the protocol and its tag in the encoded form.
 *
 * <p>Tags are part of every stored file and of the binary frames. A tag never changes its meaning.
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

  /** Returns the byte that encodes this type. */
  public byte tag() {
    return tag;
  }

  /** Returns the name in {@code @odata.type} annotations, such as {@code Edm.Int64}. */
  public String odataName() {
    return odataName;
  }

  /**
   * Returns the type with this tag. Fails with {@link IllegalArgumentException} for an unknown tag:
   * the bytes are damaged.
   */
  public static EdmType ofTag(byte tag) {
    if (tag < 1 || tag >= BY_TAG.length) {
      throw new IllegalArgumentException("Unknown property type. tag=" + tag);
    }
    return BY_TAG[tag];
  }

  /** Returns the type that an annotation names; empty when there is none. */
  public static Optional<EdmType> ofOdataName(String name) {
    return Optional.ofNullable(BY_NAME.get(name));
  }
}
