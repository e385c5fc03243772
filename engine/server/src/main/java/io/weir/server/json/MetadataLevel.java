package io.weir.server.json;

/** How much an answer tells beside the properties themselves. */
public enum MetadataLevel {
  /** Properties alone. */
  NONE("nometadata"),
  /** Also versions, and the types that JSON does not show. */
  MINIMAL("minimalmetadata"),
  /** Also addresses and the type of the Timestamp. */
  FULL("fullmetadata");

  private final String parameter;
  private final String contentType;

  MetadataLevel(String parameter) {
    this.parameter = parameter;
    this.contentType = "application/json;odata=" + parameter + ";streaming=true;charset=utf-8";
  }

  /** The value of the media type's {@code odata} parameter. */
  public String parameter() {
    return parameter;
  }

  /** The media type of an answer of this level. */
  public String contentType() {
    return contentType;
  }
}
