/**
 * Stored access policies: terms that a table keeps, and shared access signatures refer to, so that they can be changed or withdrawn
 * after a signature was handed out.
 *
 * <p>{@link io.weir.server.policy.AccessPolicies} are a table's, as requests bring them and answers tell them; {@link
 * io.weir.server.policy.StoredPolicies} finds one in the account's settings and changes them. What a signature makes of a policy
 * stands in {@link io.weir.server.auth}. Source: the public documentation, "Define a stored access policy" and "Set Table ACL".
 *
 * <p>Threads: any; a look-up reads memory. Failures: those of {@link io.weir.server.xml}, and {@code TableNotFound}.
 */
@NullMarked
package io.weir.server.policy;

import org.jspecify.annotations.NullMarked;
