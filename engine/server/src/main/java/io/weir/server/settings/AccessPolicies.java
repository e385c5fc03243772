package io.weir.server.settings;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.server.xml.Element;
import java.util.List;
import java.util.Optional;

/**
 * The policies of a table, in the order in which they were given: at most five, each under a name of its own. Immutable.
 *
 * <p>Names are compared letter by letter.
 */
public record AccessPolicies(List<AccessPolicy> all) {

  /** None. */
  public static final AccessPolicies NONE = new AccessPolicies(List.of());

  private static final String ELEMENT = "SignedIdentifiers";
  private static final int MAX_POLICIES = 5;

  public AccessPolicies {
    all = List.copyOf(all);
  }

  /** Reads {@code SignedIdentifiers}. Fails with {@code InvalidXmlDocument} when there are too many, or two of one name. */
  public static AccessPolicies parse(byte[] document) {
    var identifiers = Element.parse(document).requireName(ELEMENT).list(AccessPolicy.ELEMENT);
    if (identifiers.size() > MAX_POLICIES) {
      throw invalidDocument("policies=" + identifiers.size() + " limit=" + MAX_POLICIES);
    }
    var policies = identifiers.stream().map(AccessPolicy::read).toList();
    if (policies.stream().map(AccessPolicy::id).distinct().count() < policies.size()) {
      throw invalidDocument("expected=distinctIds");
    }
    return new AccessPolicies(policies);
  }

  /** Writes what {@link #parse} reads. */
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
