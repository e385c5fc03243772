package io.weir.server.json;

/** The amount of metadata in a response. */
public enum MetadataLevel {
  /** Properties only. */
  NONE("nometadata"),
  /** Properties, ETags, and the types that JSON does not show. */
  MINIMAL("minimalmetadata"),
  /** Everything of the minimal level, links, and the type of {@code Timestamp}. */
  FULL("fullmetadata");

  private final String parameter;
  private final String contentType;

  MetadataLevel(String parameter) {
    this.parameter = parameter;
    this.contentType = "application/json;odata=" + parameter + ";streaming=true;charset=utf-8";
  }

  /** Returns the value of the media type's {@code odata} parameter. */
  public String parameter() {
    return parameter;
  }

  /** Returns the media type of a response at this level. */
  public String contentType() {
    return contentType;
  }
}
