package io.weir.server.bearer;

import java.util.Set;

/**
 * Whose tokens are taken, and what they must say.
 *
 * @param issuer value of {@code iss}
 * @param audience one of the values of {@code aud}
 * @param authorizationUri where clients are told to get tokens
 * @param rolesClaim claim that names roles: a text, several with blanks between them, or a list of texts
 * @param readerRoles names that let read
 * @param contributorRoles names that let read and write
 */
public record IssuerTerms(
    String issuer,
    String audience,
    String authorizationUri,
    String rolesClaim,
    Set<String> readerRoles,
    Set<String> contributorRoles) {

  public IssuerTerms {
    readerRoles = Set.copyOf(readerRoles);
    contributorRoles = Set.copyOf(contributorRoles);
  }
}
