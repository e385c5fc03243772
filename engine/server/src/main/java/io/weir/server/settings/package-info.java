/**
 * Settings that clients store with an account, its tables and its queues: service properties, CORS
 * rules and stored access policies.
 *
 * <p>Clients send and receive them as XML documents. The server stores the documents in the
 * {@link io.weir.api.AccountSettings} of the account.
 *
 * <ul>
 *   <li>{@link io.weir.server.settings.StoredProperties} reads and changes the
 *       {@link io.weir.server.settings.ServiceProperties} of an account: logging, metrics and CORS
 *       rules.
 *   <li>{@link io.weir.server.settings.CrossOriginRules} answers preflight requests and adds CORS
 *       headers to other responses. The first rule of {@link io.weir.server.settings.CorsRules}
 *       that matches a request applies. CORS rules restrict browsers only; every request must be
 *       authenticated as well.
 *   <li>{@link io.weir.server.settings.StoredPolicies} reads and changes the
 *       {@link io.weir.server.settings.AccessPolicies} of a table or queue. A shared access
 *       signature can refer to such a policy; changing the policy then changes or withdraws the
 *       signature. {@link io.weir.server.auth} combines signature and policy.
 * </ul>
 *
 * <p>Threads: any. Values are immutable, and a lookup reads memory only.
 *
 * <p>Failures: those of {@link io.weir.api.xml}, {@code TableNotFound} or {@code QueueNotFound} for
 * the policies of a missing resource, {@code CorsPreflightFailure} for a preflight request that
 * matches no rule.
 *
 * <p>Sources: the public documentation ("Set Table Service Properties", "Cross-Origin Resource
 * Sharing (CORS) support for Azure Storage", "Define a stored access policy", "Set Table ACL") and
 * the Fetch standard.
 */
@NullMarked
package io.weir.server.settings;

import org.jspecify.annotations.NullMarked;
