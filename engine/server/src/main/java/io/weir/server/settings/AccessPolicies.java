package io.weir.server.settings;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.xml.Element;
import java.util.List;
import java.util.Optional;

/**
 * The stored access policies of a table or a queue, in the order in which the client sent them. At
 * most five, each with its own name. Immutable.
 *
 * <p>Names are case-sensitive.
 */
public record AccessPolicies(List<AccessPolicy> all) {

  /** No policies. */
  public static final AccessPolicies NONE = new AccessPolicies(List.of());

  private static final String ELEMENT = "SignedIdentifiers";
  private static final String OF_TABLES = "raud";
  private static final String OF_QUEUES = "raup";
  private static final int MAX_POLICIES = 5;

  public AccessPolicies {
    all = List.copyOf(all);
  }

  /** Parses the policies of a queue. Fails as {@link #parse} does. */
  public static AccessPolicies parseOfQueue(byte[] document) {
    return parse(document, OF_QUEUES);
  }

  /**
   * Parses a {@code SignedIdentifiers} document of a table. Fails with {@code InvalidXmlDocument}
   * if it holds more than five policies or two with the same name.
   */
  public static AccessPolicies parse(byte[] document) {
    return parse(document, OF_TABLES);
  }

  private static AccessPolicies parse(byte[] document, String letters) {
    var identifiers = Element.parse(document).requireName(ELEMENT).list(AccessPolicy.ELEMENT);
    if (identifiers.size() > MAX_POLICIES) {
      throw invalidDocument("policies=" + identifiers.size() + " limit=" + MAX_POLICIES);
    }
    var policies =
        identifiers.stream().map(each -> AccessPolicy.read(each, letters)).toList();
    if (policies.stream().map(AccessPolicy::id).distinct().count() < policies.size()) {
      throw invalidDocument("expected=distinctIds");
    }
    return new AccessPolicies(policies);
  }

  /** Returns the document that {@link #parse} reads. */
  public byte[] document() {
    var elements = all.stream().map(AccessPolicy::element).toArray(Element[]::new);
    return Element.of(ELEMENT, elements).document();
  }

  public Optional<AccessPolicy> find(String id) {
    return all.stream().filter(policy -> policy.id().equals(id)).findFirst();
  }

  private static InvalidRequestException invalidDocument(String facts) {
    return new InvalidRequestException(ErrorCode.INVALID_XML_DOCUMENT, facts);
  }
}
