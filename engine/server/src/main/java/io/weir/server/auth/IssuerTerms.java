package io.weir.server.auth;

import java.util.Set;

/**
 * The requirements that a token must meet.
 *
 * @param issuer required value of {@code iss}
 * @param audience value that {@code aud} must contain
 * @param authorizationUri address at which clients get tokens; part of the challenge
 * @param rolesClaim claim that names roles: a string, several strings separated by blanks, or a
 *     list of strings
 * @param readerRoles role names that allow reading
 * @param contributorRoles role names that allow reading and writing
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
