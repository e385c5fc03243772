package io.weir.api.error;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An error code of the Azure Table and Queue protocols, with its HTTP status and its constant text.
 * Only codes that Weir uses are listed.
 *
 * <p>Source: the public REST documentation, "Table service error codes", "Queue service error
 * codes" and "Common REST API error codes".
 */
public enum ErrorCode {
  TABLE_NOT_FOUND("TableNotFound", 404, "The table specified does not exist."),
  RESOURCE_NOT_FOUND("ResourceNotFound", 404, "The specified resource does not exist."),
  QUEUE_NOT_FOUND("QueueNotFound", 404, "The specified queue does not exist."),

  /** Weir's own code: the protocol has no change feed. */
  CONSUMER_NOT_FOUND("ConsumerNotFound", 404, "The specified consumer does not exist."),
  MESSAGE_NOT_FOUND("MessageNotFound", 404, "The specified message does not exist."),

  TABLE_ALREADY_EXISTS("TableAlreadyExists", 409, "The table specified already exists."),
  ENTITY_ALREADY_EXISTS("EntityAlreadyExists", 409, "The specified entity already exists."),
  RESOURCE_ALREADY_EXISTS("ResourceAlreadyExists", 409, "The specified resource already exists."),
  QUEUE_ALREADY_EXISTS("QueueAlreadyExists", 409, "The specified queue already exists."),
  CONSUMER_ALREADY_EXISTS("ConsumerAlreadyExists", 409, "The specified consumer already exists."),
  TOO_MANY_CONSUMERS(
      "TooManyConsumers", 409, "The store has as many named consumers as it may have."),

  /** Weir's own code: the protocol has no unique indexes. */
  UNIQUE_INDEX_VIOLATION(
      "UniqueIndexViolation", 409, "Another entity holds the values of a unique index."),

  /** Weir's own code: the protocol has no changes in place. */
  CHANGE_TOKEN_REUSED(
      "ChangeTokenReused",
      409,
      "The token stands for another change of the entity. Give each change a token of its own."),

  /** Weir's own code: the protocol has no changes in place. */
  CHANGE_ANSWER_FORGOTTEN(
      "ChangeAnswerForgotten",
      409,
      "The change was carried out before, and the entities of its answer are forgotten. Do not repeat it; read the"
          + " entity."),

  /** Weir's own code: the protocol has no uploads that continue. */
  UPLOAD_OFFSET_MISMATCH(
      "UploadOffsetMismatch", 409, "The upload continues at another offset than the request's."),

  CHANGES_LOST(
      "ChangesLost",
      410,
      "The changes after this place are no longer kept. Start the feed at the beginning."),

  UPDATE_CONDITION_NOT_SATISFIED(
      "UpdateConditionNotSatisfied",
      412,
      "The update condition specified in the request was not satisfied."),

  INVALID_INPUT("InvalidInput", 400, "One of the request inputs is not valid."),
  INVALID_RESOURCE_NAME(
      "InvalidResourceName", 400, "The specified resource name contains invalid characters."),
  OUT_OF_RANGE_INPUT("OutOfRangeInput", 400, "One of the request inputs is out of range."),
  INVALID_HEADER_VALUE(
      "InvalidHeaderValue",
      400,
      "The value for one of the HTTP headers is not in the correct format."),
  MISSING_REQUIRED_HEADER(
      "MissingRequiredHeader",
      400,
      "An HTTP header that is mandatory for this request is missing."),
  X_METHOD_NOT_USING_POST(
      "XMethodNotUsingPost",
      400,
      "The request uses X-HTTP-Method with an HTTP verb other than POST."),
  X_METHOD_INCORRECT_COUNT(
      "XMethodIncorrectCount", 400, "More than one X-HTTP-Method is specified."),
  X_METHOD_INCORRECT_VALUE("XMethodIncorrectValue", 400, "The specified X-HTTP-Method is invalid."),
  INVALID_QUERY_PARAMETER_VALUE(
      "InvalidQueryParameterValue",
      400,
      "Value for one of the query parameters specified in the request URI is invalid."),
  OUT_OF_RANGE_QUERY_PARAMETER_VALUE(
      "OutOfRangeQueryParameterValue",
      400,
      "One of the query parameters specified in the request URI is outside the permissible range."),
  MISSING_REQUIRED_QUERY_PARAMETER(
      "MissingRequiredQueryParameter",
      400,
      "A query parameter that is mandatory for this request is not specified."),
  POP_RECEIPT_MISMATCH(
      "PopReceiptMismatch",
      400,
      "The specified pop receipt did not match the pop receipt for a dequeued message."),
  INVALID_METADATA(
      "InvalidMetadata",
      400,
      "The metadata specified is invalid. It has characters that are not permitted."),
  METADATA_TOO_LARGE(
      "MetadataTooLarge",
      400,
      "The size of the specified metadata exceeds the maximum size permitted."),
  INVALID_XML_DOCUMENT("InvalidXmlDocument", 400, "XML specified is not syntactically valid."),
  INVALID_XML_NODE_VALUE(
      "InvalidXmlNodeValue",
      400,
      "The value for one of the XML nodes is not in the correct format."),
  MISSING_REQUIRED_XML_NODE(
      "MissingRequiredXmlNode",
      400,
      "An XML node that is required for this request was not specified in the request body."),
  PROPERTIES_NEED_VALUE(
      "PropertiesNeedValue", 400, "The values are not specified for all properties in the entity."),
  PROPERTY_NAME_INVALID("PropertyNameInvalid", 400, "The property name is invalid."),
  PROPERTY_NAME_TOO_LONG(
      "PropertyNameTooLong", 400, "The property name exceeds the maximum allowed length (255)."),
  PROPERTY_VALUE_TOO_LARGE(
      "PropertyValueTooLarge", 400, "The property value exceeds the maximum allowed size (64KB)."),
  KEY_VALUE_TOO_LARGE("KeyValueTooLarge", 400, "The partition key or row key is larger than 1KB."),
  TOO_MANY_PROPERTIES(
      "TooManyProperties",
      400,
      "The entity contains more properties than allowed. Each entity can include up to 252 properties to store data."
          + " Each entity also has 3 system properties."),
  ENTITY_TOO_LARGE(
      "EntityTooLarge", 400, "The entity is larger than the maximum allowed size (1MB)."),
  DUPLICATE_PROPERTIES_SPECIFIED(
      "DuplicatePropertiesSpecified", 400, "A property is specified more than one time."),
  INVALID_VALUE_TYPE("InvalidValueType", 400, "The value specified is invalid."),
  INVALID_DUPLICATE_ROW(
      "InvalidDuplicateRow", 400, "The batch request contains multiple changes with same row key."),
  COMMANDS_IN_BATCH_ACT_ON_DIFFERENT_PARTITIONS(
      "CommandsInBatchActOnDifferentPartitions",
      400,
      "All commands in a batch must operate on same entity group."),

  INVALID_AUTHENTICATION_INFO(
      "InvalidAuthenticationInfo",
      401,
      "The authentication information was not provided in the correct format. Verify the value of Authorization header."),
  NO_AUTHENTICATION_INFORMATION(
      "NoAuthenticationInformation",
      401,
      "Server failed to authenticate the request. Please refer to the information in the www-authenticate header."),
  AUTHENTICATION_FAILED(
      "AuthenticationFailed",
      403,
      "Server failed to authenticate the request. Make sure the value of Authorization header is formed correctly"
          + " including the signature."),
  AUTHORIZATION_FAILURE(
      "AuthorizationFailure", 403, "This request is not authorized to perform this operation."),
  AUTHORIZATION_PERMISSION_MISMATCH(
      "AuthorizationPermissionMismatch",
      403,
      "This request is not authorized to perform this operation using this permission."),
  AUTHORIZATION_RESOURCE_TYPE_MISMATCH(
      "AuthorizationResourceTypeMismatch",
      403,
      "This request is not authorized to perform this operation using this resource type."),
  AUTHORIZATION_SERVICE_MISMATCH(
      "AuthorizationServiceMismatch",
      403,
      "This request is not authorized to perform this operation using this service."),
  AUTHORIZATION_PROTOCOL_MISMATCH(
      "AuthorizationProtocolMismatch",
      403,
      "This request is not authorized to perform this operation using this protocol."),
  AUTHORIZATION_SOURCE_IP_MISMATCH(
      "AuthorizationSourceIPMismatch",
      403,
      "This request is not authorized to perform this operation using this source IP."),

  CORS_PREFLIGHT_FAILURE(
      "CorsPreflightFailure", 403, "CORS not enabled or no matching rule found for this request."),

  METHOD_NOT_ALLOWED(
      "MethodNotAllowed", 405, "The resource does not support the specified HTTP verb."),
  MISSING_CONTENT_LENGTH_HEADER(
      "MissingContentLengthHeader", 411, "The Content-Length header was not specified."),
  REQUEST_URI_TOO_LONG(
      "RequestUriTooLong", 414, "The request URI is longer than the server accepts."),
  REQUEST_HEADERS_TOO_LARGE(
      "RequestHeadersTooLarge", 431, "The request headers are larger than the server accepts."),
  REQUEST_BODY_TOO_LARGE(
      "RequestBodyTooLarge",
      413,
      "The request body is too large and exceeds the maximum permissible limit."),
  MEDIA_TYPE_NOT_SUPPORTED(
      "MediaTypeNotSupported", 415, "The requested media type is not supported."),
  JSON_FORMAT_NOT_SUPPORTED("JsonFormatNotSupported", 415, "The JSON format is not supported."),

  INVALID_RANGE(
      "InvalidRange", 416, "The range specified is invalid for the current size of the resource."),

  NOT_IMPLEMENTED(
      "NotImplemented",
      501,
      "The service does not offer the requested operation on this resource."),
  INTERNAL_ERROR(
      "InternalError", 500, "The server encountered an internal error. Please retry the request."),
  OPERATION_TIMED_OUT(
      "OperationTimedOut", 500, "Operation could not be completed within the specified time."),
  SERVER_BUSY(
      "ServerBusy",
      503,
      "The server is currently unable to receive requests. Please retry your request.");

  private static final Map<String, ErrorCode> BY_CODE = Stream.of(values())
      .collect(Collectors.toUnmodifiableMap(ErrorCode::code, Function.identity()));

  private final String code;
  private final int status;
  private final String text;

  ErrorCode(String code, int status, String text) {
    this.code = code;
    this.status = status;
    this.text = text;
  }

  /** Returns the code as error bodies and the header {@code x-ms-error-code} spell it. */
  public String code() {
    return code;
  }

  /** Returns the HTTP status for the code. */
  public int status() {
    return status;
  }

  /** Returns the constant text for people. */
  public String text() {
    return text;
  }

  /** Returns the constant of this spelling. Empty when Weir does not know the code. */
  public static Optional<ErrorCode> ofCode(String code) {
    return Optional.ofNullable(BY_CODE.get(code));
  }
}
