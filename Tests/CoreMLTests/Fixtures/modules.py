"""Small audio networks as PyTorch modules, which the scripts convert to models of several kinds."""

import torch
import torch.nn.functional as F

nn = torch.nn


class Separable(nn.Module):
    """A block of MobileNet: depthwise, squeeze and excite, pointwise, residual."""

    def __init__(self, channels):
        super().__init__()
        self.depthwise = nn.Conv2d(channels, channels, 3, padding=1, groups=channels, bias=False)
        self.norm = nn.BatchNorm2d(channels)
        self.squeeze = nn.Conv2d(channels, 4, 1)
        self.excite = nn.Conv2d(4, channels, 1)
        self.pointwise = nn.Conv2d(channels, channels, 1)

    def forward(self, x):
        y = F.hardswish(self.norm(self.depthwise(x)))
        gate = F.hardsigmoid(self.excite(F.relu(self.squeeze(F.adaptive_avg_pool2d(y, 1)))))
        return x + self.pointwise(y * gate)


class MobileNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(
            nn.Conv2d(1, 8, 3, 2, 1, bias=False), nn.BatchNorm2d(8), nn.ReLU6())
        self.blocks = nn.Sequential(Separable(8), nn.MaxPool2d(2), Separable(8))
        self.head = nn.Linear(8, 3)

    def forward(self, x):
        y = self.blocks(self.stem(x)).mean(dim=(2, 3))
        return torch.softmax(self.head(y), -1)


class CRNN(nn.Module):
    """Convolutions over time and frequency, then a recurrent layer over time."""

    def __init__(self):
        super().__init__()
        self.convs = nn.Sequential(
            nn.Conv2d(1, 6, 3, padding=1), nn.ReLU(), nn.MaxPool2d((1, 2)),
            nn.Conv2d(6, 6, 3, padding=1), nn.ReLU(), nn.MaxPool2d((1, 2)))
        self.gru = nn.GRU(24, 7, batch_first=True, bidirectional=True)
        self.head = nn.Linear(14, 4)

    def forward(self, x):
        y = self.convs(x).permute(0, 2, 1, 3).flatten(2)
        y, _ = self.gru(y)
        return torch.sigmoid(self.head(y)).amax(1)


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(16, 9, num_layers=2, batch_first=True, bidirectional=True)
        self.head = nn.Linear(18, 5)

    def forward(self, x):
        y, _ = self.lstm(x)
        return torch.log_softmax(self.head(y), -1)


class Attention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.project = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.feed = nn.Sequential(
            nn.Linear(width, 2 * width), nn.GELU(), nn.Linear(2 * width, width))

    def forward(self, x):
        batch, length, width = x.shape
        q, k, v = (
            part.reshape(batch, length, self.heads, -1).transpose(1, 2)
            for part in self.project(self.norm1(x)).chunk(3, -1))
        y = F.scaled_dot_product_attention(q, k, v)
        x = x + self.out(y.transpose(1, 2).reshape(batch, length, width))
        return x + self.feed(self.norm2(x))


class Transformer(nn.Module):
    """Patches of a spectrogram, a class token, places, two blocks."""

    def __init__(self):
        super().__init__()
        self.patches = nn.Conv2d(1, 16, 4, 4)
        self.token = nn.Parameter(torch.randn(1, 1, 16))
        self.places = nn.Parameter(torch.randn(1, 13, 16) / 4)
        self.blocks = nn.Sequential(Attention(16, 4), Attention(16, 4))
        self.norm = nn.LayerNorm(16)
        self.head = nn.Linear(16, 6)

    def forward(self, x):
        y = self.patches(x).flatten(2).transpose(1, 2)
        y = torch.cat([self.token.expand(y.shape[0], -1, -1), y], 1) + self.places
        return torch.softmax(self.head(self.norm(self.blocks(y))[:, 0]), -1)


class VGGish(nn.Module):
    """The layers of VGGish with few channels: features in the order height, width, channel."""

    def __init__(self):
        super().__init__()
        layers, channels = [], 1
        for widths in [(4,), (6,), (8, 8), (8, 8)]:
            for width in widths:
                layers += [nn.Conv2d(channels, width, 3, padding=1), nn.ReLU()]
                channels = width
            layers.append(nn.MaxPool2d(2))
        self.layers = nn.Sequential(*layers)

    def forward(self, x):
        return self.layers(x).permute(0, 2, 3, 1).flatten(1)


class Wave(nn.Module):
    """Convolutions over the samples themselves, with normalisation and residuals."""

    def __init__(self):
        super().__init__()
        self.stem = nn.Conv1d(1, 8, 16, 8)
        self.convs = nn.ModuleList(nn.Conv1d(8, 8, 3, padding=d, dilation=d) for d in (1, 2, 4))
        self.norms = nn.ModuleList(nn.GroupNorm(2, 8) for _ in range(3))
        self.head = nn.Linear(16, 4)

    def forward(self, x):
        y = self.stem(x.unsqueeze(1))
        for conv, norm in zip(self.convs, self.norms):
            y = y + F.gelu(norm(conv(y)))
        pooled = torch.cat([y.mean(-1), y.std(-1, unbiased=False)], -1)
        return torch.softmax(self.head(pooled), -1)


def trained(module):
    """Statistics and parameters that are not ones and zeros."""
    for name, tensor in module.state_dict().items():
        if "running_var" in name:
            tensor.copy_(torch.rand_like(tensor) + 0.5)
        elif "running_mean" in name:
            tensor.copy_(torch.randn_like(tensor) / 4)
    return module.eval()
