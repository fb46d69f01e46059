/*
 * The kernels of the benchmark's input: names, titles, sizes and providers as in the
 * Liger-Kernel benchmark data, 241 workloads and 80 pairs of kernel and provider in all.
 * A kernel that was measured at two kinds of size has two rows.
 */
#ifndef KIDX_BENCH_KERNELS_H
#define KIDX_BENCH_KERNELS_H

/* One kernel at `count` sizes: the '*' of `shape` is `first`, doubled each time. */
struct kernel {
    const char *name;
    const char *title;
    const char *shape;
    unsigned first;
    unsigned count;
    const char *providers[4];
};

/* clang-format off */
static const struct kernel kernels[] = {
    {"rms_norm", "RMSNorm", "hidden*-rows2048-bf16", 1024, 6, {"liger", "huggingface"}},
    {"fused_add_rms_norm", "Fused add + RMSNorm",
     "hidden*-rows2048-fp32", 1024, 6, {"liger_fused_add_rms_norm", "huggingface", "liger_rms_norm"}},
    {"layer_norm", "LayerNorm", "hidden*-rows4096-fp32", 1024, 6, {"liger", "huggingface"}},
    {"layer_norm", "LayerNorm", "hidden*-rows4096-bf16", 1024, 6, {"liger", "huggingface"}},
    {"softmax", "Softmax", "hidden*-rows2048-fp32", 128, 6, {"liger", "torch"}},
    {"softmax", "Softmax", "hidden*-rows2048-bf16", 128, 6, {"liger", "torch"}},
    {"cross_entropy", "Cross-entropy loss",
     "tokens16384-vocab*-fp32", 4096, 6, {"liger", "huggingface"}},
    {"jsd", "Jensen-Shannon divergence loss",
     "tokens8192-vocab*-fp32", 1024, 8, {"liger", "torch"}},
    {"embedding", "Embedding lookup",
     "batch32-hidden768-seq512-vocab*-fp32", 1024, 8, {"liger", "huggingface", "torch_compile"}},
    {"embedding", "Embedding lookup",
     "batch8-hidden4096-seq2048-vocab*-fp32", 1024, 8, {"liger", "huggingface", "torch_compile"}},
    {"rope", "Rotary position embedding",
     "hidden*-kv_heads8-q_heads32-seq2048-bf16", 512, 6, {"liger", "huggingface"}},
    {"rope", "Rotary position embedding",
     "hidden8192-kv_heads8-q_heads32-seq*-bf16", 512, 6, {"liger", "huggingface"}},
    {"swiglu", "SwiGLU MLP",
     "batch4-hidden4096-intermediate11008-seq*-bf16", 1024, 4, {"liger", "huggingface"}},
    {"geglu", "GeGLU MLP",
     "batch8-hidden4096-intermediate11008-seq*-bf16", 1024, 4, {"liger", "huggingface"}},
    {"relu_squared", "ReLU squared", "hidden*-rows4096-bf16", 128, 8, {"liger", "torch"}},
    {"group_norm", "GroupNorm",
     "batch128-channels*-channels_per_group4-hidden512-fp32", 32, 7, {"liger", "huggingface"}},
    {"sparsemax", "Sparsemax", "features*-tokens2048-fp32", 1024, 6, {"liger", "torch"}},
    {"llama4_rope", "Llama 4 rotary position embedding",
     "hidden*-kv_heads8-q_heads32-seq2048-bf16", 512, 6, {"liger", "huggingface"}},
    {"llama4_rope", "Llama 4 rotary position embedding",
     "hidden8192-kv_heads8-q_heads32-seq*-bf16", 512, 6, {"liger", "huggingface"}},
    {"megatron_rms_norm", "RMSNorm, Megatron layout",
     "batch1-hidden*-seq4096-bf16", 1024, 5, {"liger", "torch", "megatron"}},
    {"megatron_swiglu", "SwiGLU activation, Megatron layout",
     "batch4-ffn*-seq2048-bf16", 1024, 6, {"liger", "liger_in_place", "torch", "megatron"}},
    {"megatron_cross_entropy", "Vocab-parallel cross-entropy, Megatron layout",
     "batch4-seq2048-vocab*-bf16", 4096, 6, {"liger", "megatron-fused", "megatron-unfused"}},
    {"fused_moe", "Fused MoE expert MLP",
     "experts128-hidden2048-intermediate768-k8-tokens*-bf16", 8, 13, {"liger", "huggingface"}},
    {"fused_neighborhood_attention", "Fused neighborhood attention",
     "batch2-dilation1-heads8-hidden512-kernel_size7-seq*-fp32", 64, 7, {"liger", "torch"}},
    {"fused_neighborhood_attention", "Fused neighborhood attention",
     "batch4-dilation1-heads12-hidden768-kernel_size7-seq*-fp32", 64, 7, {"liger", "torch"}},
    {"multi_token_attention", "Multi-token attention",
     "batch2-heads_in4-heads_out4-k3-seq*-bf16", 32, 6, {"liger", "torch"}},
    {"multi_token_attention", "Multi-token attention",
     "batch2-heads_in4-heads_out4-k3-seq*-fp32", 64, 5, {"liger", "torch"}},
    {"sparse_multi_token_attention", "Sparse multi-token attention",
     "batch2-heads_in4-heads_out4-k3-seq*-fp32", 32, 6, {"liger", "torch"}},
    {"tiled_swiglu", "SwiGLU MLP (tiled benchmark)",
     "batch2-hidden2048-intermediate4096-seq*-bf16", 1024, 5, {"liger", "liger_tiled", "huggingface", "deepspeed_tiled"}},
    {"tiled_geglu", "GeGLU MLP (tiled benchmark)",
     "batch2-hidden2048-intermediate4096-seq*-bf16", 1024, 5, {"liger", "liger_tiled", "huggingface", "deepspeed_tiled"}},
    {"kl_div", "KL-divergence loss",
     "tokens16384-vocab*-fp32", 4096, 6, {"liger", "torch"}},
    {"tvd", "Total variation distance loss",
     "tokens16384-vocab*-fp32", 4096, 6, {"liger", "torch"}},
    {"fused_linear_cross_entropy", "Fused linear + cross-entropy",
     "hidden4096-tokens*-vocab128256-bf16", 4096, 4, {"liger", "huggingface"}},
    {"fused_linear_jsd", "Fused linear + JSD",
     "hidden4096-tokens*-vocab128256-bf16", 1024, 4, {"liger", "torch"}},
    {"distill_jsd_loss", "Chunked distillation JSD loss",
     "hidden4096-tokens*-vocab128256-bf16", 1024, 4, {"liger", "torch"}},
    {"distill_cosine_loss", "Chunked distillation cosine loss",
     "hidden4096-tokens*-vocab128256-bf16", 1024, 4, {"liger", "torch"}},
    {"fused_linear_orpo_loss", "Fused linear + ORPO loss",
     "batch*-hidden4096-seq1024-vocab128256-bf16", 2, 4, {"liger", "huggingface"}},
    {"fused_linear_cpo_loss", "Fused linear + CPO loss",
     "batch*-hidden4096-seq1024-vocab128256-bf16", 2, 4, {"liger", "huggingface"}},
    {"fused_linear_simpo_loss", "Fused linear + SimPO loss",
     "batch*-hidden4096-seq1024-vocab128256-bf16", 2, 4, {"liger", "huggingface"}},
    {"kto_loss", "Fused linear + KTO loss",
     "batch*-hidden1024-seq512-vocab128256-bf16", 2, 5, {"liger", "huggingface"}},
    {"fused_linear_grpo_loss_token", "GRPO loss, token-level importance sampling",
     "batch*-seq1024-vocab128256-bf16", 2, 4, {"liger", "torch"}},
    {"fused_linear_grpo_loss_sequence", "GRPO loss, sequence-level importance sampling",
     "batch*-seq1024-vocab128256-bf16", 2, 4, {"liger", "torch"}},
};
/* clang-format on */

#endif
